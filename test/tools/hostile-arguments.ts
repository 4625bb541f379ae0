import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/core/index.ts';
import { toolDefinitions } from '../../src/tools/index.ts';
import { putFiles, sh } from '../sandbox/temporary.ts';
import { type Share, splitCases } from '../support/share.ts';
import { testServices } from './tool-services.ts';

const hostile: readonly JsonValue[] = [
	'',
	' ',
	'\0',
	'a\0b',
	'\n',
	'.',
	'..',
	'/',
	'//',
	'~/.ssh/id_rsa',
	'../../../../etc/passwd',
	'/proc/self/environ',
	'/proc/self/cwd/file',
	'/dev/stdin',
	'/sys/kernel',
	'.git/config',
	'.env',
	'pipe',
	'link/x',
	'loop',
	'closed/x',
	'file/below',
	'folder',
	'--help',
	'-rf',
	'${HOME}',
	'$(id)',
	'C:\\Windows',
	'file:///etc/passwd',
	'__proto__',
	'constructor',
	'\ud800',
	'\u202egnp.exe',
	'e\u0301',
	'x'.repeat(300),
	'x/'.repeat(3_000),
	'(((((((((((((((((((((a+)+)+)+)+)',
	'[',
	'\\',
	'*'.repeat(900),
	'y'.repeat(300_000),
	0,
	-1,
	1e308,
	null,
	true,
	[],
	['a'],
	{},
	{ path: 'a' },
];

/** Valid values for the arguments of tools. */
const usual: JsonObject = {
	path: 'file',
	content: 'text\n',
	old_text: 'text',
	new_text: 'other',
	pattern: 'text',
	command: 'true',
	body: 'words',
	title: 'A title',
};

function argumentsOf(name: string): readonly string[] {
	const parameters = toolDefinitions.find((tool) => tool.name === name)?.parameters ?? {};
	return Object.keys((parameters['properties'] ?? {}) as JsonObject);
}

function requiredOf(name: string): JsonObject {
	const parameters = toolDefinitions.find((tool) => tool.name === name)?.parameters ?? {};
	const names = (parameters['required'] ?? []) as readonly string[];
	return Object.fromEntries(names.map((one) => [one, usual[one] ?? 'x']));
}

/** Checks that a text contains no stack, folder of the machine, file descriptor, internal program or empty error. */
function expectNothingOfOurs(text: string, root: string, what: string): void {
	for (const trace of [
		/\bat \S+ \(/,
		/\.ts:\d+:\d+/,
		/\/proc\/self\/fd\/\d/,
		/\/tmp\/countersign/,
		/\bbwrap\b/,
		/node:/,
	]) {
		expect.soft(text, what).not.toMatch(trace);
	}
	expect.soft(text, what).not.toContain(root);
	expect.soft(text, what).not.toMatch(/^\s*(undefined|null|\[object Object\]|Error)\s*$/);
}

export const cases = splitCases(8);

/** Calls every tool with the hostile values of this share, one argument at a time. */
export function callWithHostileArguments({ name: shareName, has }: Share): void {
	const values = hostile.filter((_, index) => has(index));
	describe.each(toolDefinitions.map((tool) => tool.name))(`%s with hostile arguments (${shareName})`, (name) => {
		it('answers with a clear message, and reveals nothing about the machine', async () => {
			const { root, call } = await testServices({ file: 'text\n', 'folder/x': 'text\n', '.env': 'canary' });
			putFiles(root, { 'closed/x': 'x', '.gitignore': 'closed\n' });
			sh('mkfifo pipe; ln -s /etc link; ln -s loop loop; chmod 000 closed', root);
			for (const argument of argumentsOf(name))
				for (const value of values) {
					if (name === 'shell_exec' && argument === 'command' && hostile.indexOf(value) >= 4) continue;
					const { ok, text } = await call(name, { ...requiredOf(name), [argument]: value });
					const what = `${name} ${argument}=${JSON.stringify(value).slice(0, 60)}: ${text.slice(0, 300)}`;
					expectNothingOfOurs(text, root, what);
					expect.soft(text, what).not.toMatch(/canary|root:x:0/);
					// The answer says what happened and what to do, so it has several words.
					if (!ok && argument !== 'command') expect.soft(text.split(' ').length, what).toBeGreaterThan(3);
					if (!ok) expect.soft(text.length, what).toBeLessThan(10_000);
				}
			sh('chmod 755 closed', root);
			expect(await call('file_list', { path: '.' }), join(name, 'left it working')).toMatchObject({ ok: true });
		});
	});
}
