import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { putFiles } from '../sandbox/temporary.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { typed } from '../support/typed-command.ts';

const root = join(import.meta.dirname, '../..');
const fixtures = join(root, 'test/fixtures/skills');

/** Runs `countersign skills …` in this process. */
function run(args: readonly string[], cwd = fixtures) {
	return typed(['skills', ...args], { cwd });
}

/** The expected lines for each folder whose defect only appears together with the shipped skills. */
const unfit: Readonly<Record<string, readonly RegExp[]>> = {
	'unknown-allowed-tool': [/a\/SKILL\.md:5 allowed_tools: `file_raed` is no tool .* Fix: Did you mean `file_read`\?/],
	'foreign-allowed-tool': [/a\/SKILL\.md:5 allowed_tools: `Bash` is no tool .* Fix: Did you mean `shell_exec`\?/],
	'tool-taken': [/a\/SKILL\.md:6 tools: `Bash` is a tool of Countersign.* Fix: Give the command another name/],
	'shipped-tool-again': [/a\/SKILL\.md:1 tools: The tool `file_read` is already declared by skills\/files\/SKILL\.md/],
	'shipped-name': [/a\/SKILL\.md:1 name: `shell` is already the name of skills\/shell\/SKILL\.md.* Fix: Rename/],
	'name-twice': [/b\/SKILL\.md:1 name: `a` is already the name of unfit\/name-twice\/a\/SKILL\.md/],
	'requires-missing': [/a\/SKILL\.md:5 requires: This skill requires `nobody`, which is not there\. Fix: Add/],
	'requires-itself': [/a\/SKILL\.md:5 requires: .*itself: a → b → a/, /b\/SKILL\.md:5 requires: .*itself: b → a → b/],
	'requires-too-deep': [/a\/SKILL\.md:5 requires: .*more than 3 levels: a → b → c → d → e/],
	'pattern-look-ahead': [/a\/SKILL\.md:6.* Fix: Correct the pattern/],
	'no-file': [/a\/SKILL\.md:1 The folder holds no SKILL\.md\. Fix: Add the file/],
};

describe('skills check', () => {
	it('has a row for every fixture', () => {
		expect(Object.keys(unfit).sort()).toEqual(readdirSync(join(fixtures, 'unfit')).sort());
	});

	it.each(Object.entries(unfit))('%s: names file, line, field and fix', async (name, lines) => {
		const { status, text } = await run(['check', `unfit/${name}`]);
		expect(status).toBe(1);
		for (const line of lines) expect(text).toMatch(line);
	});

	it.each(readdirSync(join(fixtures, 'broken')))('broken/%s: names file, line and fix', async (name) => {
		const { status, text } = await run(['check', `broken/${name}`]);
		expect(status).toBe(1);
		expect(text).toMatch(new RegExp(`^    broken/${name}/SKILL\\.md:\\d+ .* Fix: \\S`, 'm'));
	});

	it('accepts every field of both formats, and notes fields that have no meaning here', async () => {
		expect(await run(['check', 'sound/every-field'])).toEqual({
			status: 0,
			text: '✓ sound/every-field/SKILL.md  own · 1.2.3 · triggers: every field · at most mode default · 5 rounds · at most 200,000 tokens · at most 20 minutes · only 3 tools',
		});
		const { status, text } = await run(['check', 'sound/open-every-field']);
		expect(status).toBe(0);
		expect(text).toMatch(
			/^✓ sound\/open-every-field\/SKILL\.md {2}own · open format · by the words of its description/,
		);
		expect(text).toContain('· at most 50,000 tokens ·');
		expect(text).toMatch(/note: .*SKILL\.md:9 allowed-tools: `Bash\(git:\*\)` stands for `shell_exec`/);
	});

	it('leaves out a tool that has nothing to run, and adds a note', async () => {
		const { status, text } = await run(['check', 'idle-tool']);
		expect(status).toBe(0);
		expect(text).toMatch(/^✓ idle-tool\/a\/SKILL\.md/m);
		expect(text).toMatch(/note: .*a\/SKILL\.md:6 tools: `teleport` is no tool of Countersign, .*left out\. Fix: .*run/);
	});

	it('prints JSON for --json', async () => {
		const { text } = await run(['check', 'unfit/name-twice', '--json']);
		expect(JSON.parse(text)).toEqual([
			{ file: 'unfit/name-twice/a/SKILL.md', faults: [], notices: [] },
			{ file: 'unfit/name-twice/b/SKILL.md', faults: [expect.stringContaining(':1 name:')], notices: [] },
		]);
	});

	it('refuses a missing folder and an unknown subcommand', async () => {
		await expect(run(['check', 'nowhere'])).rejects.toMatchObject({ code: 'bad-input' });
		await expect(run(['chekc'])).rejects.toThrow('did you mean `skills check`?');
		await expect(run([])).rejects.toMatchObject({ code: 'bad-input' });
		expect((await run(['--help'])).text).toContain('skills list');
	});
});

describe('skills list', () => {
	const own = '---\nname: triage\ndescription: d\ntriggers: [sort this]\n---\nOurs.\n';

	it('shows the shipped skills and those of the repository that replace them', async () => {
		using folder = temporaryFolder();
		putFiles(folder.path, { '.github/countersign/skills/triage/SKILL.md': own });
		const { status, text } = await run(['list'], folder.path);
		expect(status).toBe(0);
		expect(text).toMatch(/^ {2}fix-issue {2}shipped · 1\.0\.0 · triggers: fix, /m);
		expect(text.match(/ triage {2}.*/g)).toEqual([' triage  own · triggers: sort this · 10 rounds · only 17 tools']);
	});

	it('marks the skill that a run would follow', async () => {
		expect((await run(['list', '--task', 'fix it'])).text.match(/^→ \S+/gm)).toEqual(['→ fix-issue']);
		expect((await run(['list', '--task', 'hello'])).text).toContain('No skill fits this task.');
		const { text } = await run(['list', '--task', 'fix it', '--json']);
		const all = JSON.parse(text) as { name: string; isFollowed: boolean }[];
		expect(all.filter(({ isFollowed }) => isFollowed).map(({ name }) => name)).toEqual(['fix-issue']);
	});

	it('exits with 1 and names `skills check` when a skill is invalid', async () => {
		using folder = temporaryFolder();
		putFiles(folder.path, { '.github/countersign/skills/a/SKILL.md': '---\nname: a\n---\n' });
		expect(await run(['list'], folder.path)).toMatchObject({
			status: 1,
			text: expect.stringContaining('skills check'),
		});
	});
});
