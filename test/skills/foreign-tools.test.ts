import { describe, expect, it } from 'vitest';
import { foreignTools, readSkill, readSkills, renderSkillError, requireSkills } from '../../src/skills/index.ts';

const known = {
	ours: ['file_read', 'shell_exec'],
	isTaken: (name: string) => ['file_read', 'Read', 'shell_exec'].includes(name),
};

function faults(tools: string, file = '.github/countersign/skills/notes/SKILL.md'): readonly string[] {
	const text = `---\nname: notes\ndescription: d\ntriggers: [t]\ntools:\n${tools}\n---\n`;
	return foreignTools(requireSkills(readSkills([{ file, text }])), known).map(renderSkillError);
}

describe('the tools of a skill', () => {
	it('are tools of Countersign or commands of the skill', () => {
		const tools = [
			'  - {name: file_read, description: d, parameters: {}}',
			'  - {name: collect_notes, description: d, parameters: {}, run: [node, collect.mjs], timeout_seconds: 30}',
		].join('\n');
		expect(faults(tools)).toEqual([]);
	});

	it.each([
		[
			'file_raed',
			'',
			/^\.github\/countersign\/skills\/notes\/SKILL\.md:6 tools: `file_raed` is no tool of Countersign, and nothing says what it runs\. Fix: Did you mean `file_read`\? Add the program/,
		],
		['shell_exec', ', run: [sh]', /:6 tools: `shell_exec` is a tool of Countersign, so no command can have that name/],
		['Read', ', run: [sh]', /:6 tools: `Read` is a tool of Countersign/],
		['mcp__a__b', ', run: [sh]', /:6 tools: `mcp__a__b` is a name for tools of MCP servers/],
	])('%s%s is refused with its line and a fix', (name, more, message) => {
		expect(faults(`  - {name: ${name}, description: d, parameters: {}${more}}`)).toEqual([
			expect.stringMatching(message),
		]);
	});

	it('may only be commands in skills of the repository itself', () => {
		const tool = '  - {name: collect, description: d, parameters: {}, run: [sh]}';
		expect(faults(tool, 'skills/notes/SKILL.md')).toEqual([
			expect.stringMatching(
				/`collect` is a command, and only skills below `\.github\/countersign\/skills\/` have some/,
			),
		]);
	});
});

describe('`run`', () => {
	const read = (fields: string) =>
		readSkill(
			`---\nname: notes\ndescription: d\ntriggers: [t]\ntools:\n  - name: collect\n    description: d\n    parameters: {}\n${fields}\n---\n`,
			'S.md',
		);

	it('is kept unchanged, with its time limit', () => {
		expect(read('    run: [node, "a b.mjs", "$HOME"]\n    timeout_seconds: 5')).toMatchObject({
			ok: true,
			skill: { commands: [{ tool: 'collect', run: ['node', 'a b.mjs', '$HOME'], timeoutSeconds: 5 }] },
		});
	});

	it.each([
		[
			'    run: []',
			/^S\.md:9 tools\[0\]\.run: A command needs a program\. Fix: Write the program and its arguments as a list/,
		],
		['    run: node', /^S\.md:9 tools\[0\]\.run: /],
		['    run: [node, ""]', /^S\.md:9 tools\[0\]\.run\[1\]: A word of a command must not be empty/],
		['    run: [node, "a\\0b"]', /^S\.md:9 tools\[0\]\.run\[1\]: A word of a command must not hold a NUL/],
		['    run: [node]\n    timeout_seconds: 901', /^S\.md:10 tools\[0\]\.timeout_seconds: .*Fix: Write whole seconds/],
		['    timeout_seconds: 5', /^S\.md:9 tools\[0\]\.timeout_seconds: Only a command of the skill has/],
		['    rum: [node]', /^S\.md:9 tools\[0\]\.rum: The key `rum` is not known\. Fix: Did you mean `run`\?/],
	])('%j is refused', (fields, message) => {
		const reading = read(fields);
		expect(reading.ok ? [] : reading.errors.map(renderSkillError)).toEqual([expect.stringMatching(message)]);
	});
});
