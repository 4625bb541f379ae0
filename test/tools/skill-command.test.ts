import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject, SandboxLimits } from '../../src/core/index.ts';
import { createToolbox, skillCommand } from '../../src/tools/index.ts';
import { putFiles, temporaryDirectory } from '../sandbox/temporary.ts';
import { testServices } from './tool-services.ts';

const definition = { name: 'collect', description: 'd', parameters: { type: 'object', properties: {} } };

interface Setting {
	readonly run: readonly string[];
	readonly limits?: Partial<SandboxLimits>;
	readonly timeoutSeconds?: number;
	readonly problem?: string;
}

async function aCommand(files: Readonly<Record<string, string>>, { run, limits = {}, problem, ...more }: Setting) {
	const { services } = await testServices();
	const folder = temporaryDirectory();
	putFiles(folder, files);
	const { workspace } = services;
	const sandbox = { limits };
	const command = skillCommand({ definition, run, folder, problem: () => problem, workspace, sandbox, ...more });
	const toolbox = createToolbox({ ...services, definitions: [definition], added: [command] });
	const call = (args: JsonObject = {}) => toolbox.run({ id: '1', name: 'collect', args }, { callId: '1', effects: [] });
	return { call, toolbox, folder, root: workspace.root };
}

const said = async (script: string, more: Partial<Setting> = {}) =>
	(await aCommand({ 'a.sh': script }, { run: ['sh', 'a.sh'], ...more })).call();

describe('a command of a skill', () => {
	it('gets its arguments on standard input, and never runs them as a command [seeds 86]', async () => {
		const { call, root } = await aCommand(
			{ 'a.sh': 'cat; echo; echo "$#:$1"' },
			{ run: ['sh', 'a.sh', '$(touch spliced)'] },
		);
		const args = { words: ['a\u0000b', '$(touch spliced)', '"; touch spliced'] };
		const [first = '', second] = (await call(args)).text.split(/\n(?=1:)/);
		expect([JSON.parse(first), second]).toEqual([args, '1:$(touch spliced)']);
		expect(existsSync(join(root, 'spliced'))).toBe(false);
	});

	it('does not indent JSON output if this would make it too long', async () => {
		const deep = `${'['.repeat(1_000)}${'0,'.repeat(1_000)}0${']'.repeat(1_000)}`;
		const { call } = await aCommand({ 'a.json': deep }, { run: ['cat', 'a.json'] });
		expect(await call()).toEqual({ ok: true, text: deep });
	});

	it('starts in its own read-only folder, and can write to the checkout', async () => {
		const script = 'pwd; echo x >> a.sh || echo refused; echo made > "$WORKSPACE/made.txt"; ls "$SKILL_DIR"';
		const { call, root, folder } = await aCommand({ 'a.sh': script, 'lib/b.sh': '' }, { run: ['sh', 'a.sh'] });
		expect(await call()).toEqual({ ok: true, text: '/skill\nrefused\na.sh\nlib' });
		expect(readFileSync(join(root, 'made.txt'), 'utf8')).toBe('made\n');
		expect(readFileSync(join(folder, 'a.sh'), 'utf8')).toBe(script);
	});

	it.each([
		['echo \'{"a":[1]}\'', { ok: true, text: '{\n  "a": [\n    1\n  ]\n}' }],
		["echo '{not JSON'", { ok: true, text: '{not JSON' }],
		['printf "\\033[2Ja\\007b\\rc"; echo hidden >&2', { ok: true, text: 'ab\nc' }],
		[':', { ok: true, text: '(no output)' }],
		[
			'echo half; echo why >&2; exit 3',
			{ ok: false, text: expect.stringMatching(/^half\nwhy\n\[the command failed: exit code 3 after \d+\.\d s\]$/) },
		],
		['exec 2>&-; kill -9 $$', { ok: false, text: expect.stringMatching(/exit code 137/) }],
	])('%s', async (script, expected) => {
		expect(await said(script)).toEqual(expected);
	});

	it('is stopped at its own time limit, and the output says so', async () => {
		expect(await said('sleep 60 & wait', { timeoutSeconds: 1, limits: { wallSeconds: 50 } })).toEqual({
			ok: false,
			text: '[stopped after 1 s, with everything it had started; ask it for less at once]',
		});
	});

	it('has long output shortened in the middle', async () => {
		const { text } = await said('head -c 1000 /dev/zero | tr "\\0" x', { limits: { headBytes: 100, tailBytes: 100 } });
		expect(text).toBe(`${'x'.repeat(100)}\n[… 800 bytes left out here …]\n${'x'.repeat(100)}`);
	});

	it('is reported if its program is missing', async () => {
		expect((await said('', { run: ['no-such-program'] })).text).toMatch(
			/no-such-program: not found[\s\S]*exit code 127/,
		);
	});

	it('is not started with invalid arguments, and is never found as already done', async () => {
		const { call, toolbox, root } = await aCommand({}, { run: ['touch', 'x'], problem: 'They do not fit.' });
		expect(await call()).toEqual({ ok: false, text: 'They do not fit.' });
		const asked = { id: '1', name: 'collect', args: {} };
		expect(toolbox.problem?.(asked)).toBe('They do not fit.');
		expect(await toolbox.findDone(asked, { callId: '1', effects: [] })).toBeUndefined();
		expect(existsSync(join(root, 'x'))).toBe(false);
	});
});
