import { describe, expect, it } from 'vitest';
import type { JsonObject, ToolDefinition } from '../../src/core/index.ts';
import { argumentProblem, invalidArguments } from '../../src/models/index.ts';

const tool: ToolDefinition = {
	name: 'shell_exec',
	description: 'd',
	parameters: {
		type: 'object',
		properties: {
			command: { type: 'string' },
			timeout_seconds: { type: 'integer' },
			shell: { enum: ['bash', 'sh'] },
			env: { type: 'object' },
			args: { type: 'array' },
			any: { type: ['string', 'null'] },
		},
		required: ['command'],
	},
};

describe('argumentProblem', () => {
	it.each<JsonObject>([{ command: 'ls' }, { command: '', timeout_seconds: 5, shell: 'sh', env: {}, args: [], any: 3 }])(
		'accepts %j',
		(args) => {
			expect(argumentProblem(tool, args)).toBeUndefined();
		},
	);

	it.each<[JsonObject, RegExp]>([
		[{}, /^`shell_exec` needs `command`\.$/],
		[{ command: 'ls', cmd: 'x' }, /does not know `cmd`; it takes `command`, `timeout_seconds`/],
		[{ command: 'ls', constructor: 'x' }, /does not know `constructor`/],
		[{ command: ['ls'] }, /`command` of `shell_exec` must be of type string/],
		[{ command: null }, /must be of type string/],
		[{ command: 'ls', timeout_seconds: 1.5 }, /must be of type integer/],
		[{ command: 'ls', timeout_seconds: '5' }, /must be of type integer/],
		[{ command: 'ls', shell: 'zsh' }, /must be one of bash, sh/],
		[{ command: 'ls', env: [] }, /must be of type object/],
		[{ command: 'ls', args: {} }, /must be of type array/],
		[{ [invalidArguments]: '{"command":"l' }, /not a complete JSON object, so nothing was run/],
	])('says what is wrong with %j', (args, message) => {
		expect(argumentProblem(tool, args)).toMatch(message);
	});

	it.each([{ additionalProperties: true }, { additionalProperties: { type: 'string' } }, { patternProperties: {} }])(
		'accepts unknown arguments if the tool allows them: %j',
		(more) => {
			const labels = { name: 'l', description: 'd', parameters: { type: 'object', ...more } };
			expect(argumentProblem(labels, { x: 'y' })).toBeUndefined();
		},
	);

	it('checks a tool without parameters', () => {
		const status = { name: 'git_status', description: 'd', parameters: { type: 'object', properties: {} } };
		expect(argumentProblem(status, {})).toBeUndefined();
		expect(argumentProblem(status, { x: 1 })).toMatch(/it takes no arguments/);
	});
});
