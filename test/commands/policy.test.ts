import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { typed } from '../support/typed-command.ts';
import { type PastCall, writeRun } from './past-run.ts';

const root = join(import.meta.dirname, '../..');
const cli = join(root, 'src/cli.ts');
const checkout = join(root, 'test/fixtures/checkout');

/** Runs `countersign policy …` in this process. */
function run(args: readonly string[], { cwd = checkout, colours = false } = {}) {
	return typed(['policy', ...args], { cwd, colours });
}

async function explain(...args: readonly string[]) {
	const { text } = await run(['explain', ...args, '--json']);
	return JSON.parse(text);
}

function put(path: string, text: string): string {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
	return path;
}

const broken = 'rules:\n  - name: a\n    effects: [wirte]\n    action: allow\n';

describe('policy patterns', () => {
	it('lists and counts the shipped patterns, with file, decision and reason, when a repository names none [seeds 53]', async () => {
		using folder = temporaryFolder();
		const { status, text } = await run(['patterns', '--json'], { cwd: folder.path });
		const { count, patterns } = JSON.parse(text);
		expect(status).toBe(0);
		expect(count).toBe(patterns.length);
		expect(new Set(patterns.map(({ file }: { file: string }) => file))).toContain('safety/blocked-patterns.yml');
		const plain = await run(['patterns'], { cwd: folder.path });
		expect(plain.text).toContain(`${count} patterns in `);
		expect(plain.text).toMatch(/^ {2}block {4}\S+/m);
	});

	it('lists patterns of the configuration instead of the shipped ones, those of skills, and invalid ones', async () => {
		using folder = temporaryFolder();
		put(join(folder.path, '.github/countersign.yml'), "safety:\n  blocked_patterns: ['^terraform destroy', '(']\n");
		const skill = "---\nname: s\ndescription: d\ntriggers: [x]\nconfirm_patterns: ['^make release']\n---\nx\n";
		put(join(folder.path, '.github/countersign/skills/s/SKILL.md'), skill);
		const { status, text } = await run(['patterns'], { cwd: folder.path });
		expect(status).toBe(1);
		expect(text).toMatch(/^\.github\/countersign\.yml {2}1\n {2}block {4}\^terraform destroy$/m);
		expect(text).toMatch(/skills\/s\/SKILL\.md {2}1\n {2}confirm {2}\^make release$/m);
		expect(text).not.toContain('safety/blocked-patterns.yml');
		expect(text).toMatch(/countersign\.yml:2.*`\(`/);
	});
});

describe('policy test', () => {
	it('tests every shipped policy and those that the configuration names', async () => {
		using folder = temporaryFolder();
		put(join(folder.path, '.github/countersign.yml'), 'policies: [own.yml, gone.yml]\n');
		put(join(folder.path, 'own.yml'), 'settings: { default_action: allow }\n');
		const { status, text } = await run(['test'], { cwd: folder.path });
		expect(status).toBe(1);
		expect(text).toMatch(/^✓ policies\/default\.yml {2}\d+ rules, \d+ examples$/m);
		expect(text).toMatch(/^✓ policies\/floor\.yml {2}/m);
		expect(text).toContain(
			'✓ own.yml  0 rules, 0 examples\n    warning: own.yml allows every call that no rule matches (own.yml:1).',
		);
		expect(text).toMatch(/^✗ gone\.yml {2}.*gone\.yml cannot be read/m);
	});

	it('warns about an allow that may match anywhere in a command, and about a deny after an allow', async () => {
		using folder = temporaryFolder();
		const path = put(
			join(folder.path, 'own.yml'),
			[
				'rules:',
				"  - { name: status, effects: [exec, read], command_patterns: ['git status'], action: allow }",
				"  - { name: terraform, effects: [exec], command_patterns: ['^terraform '], action: allow }",
				"  - { name: destroy, effects: [exec], command_patterns: ['^terraform destroy'], action: deny, reason: no }",
				'',
			].join('\n'),
		);
		const { status, text } = await run(['test', path], { cwd: folder.path });
		expect(status, text).toBe(0);
		expect(text).toMatch(/warning: `status` allows `git status` anywhere in a command.*own\.yml:2/);
		expect(text).toMatch(
			/warning: `destroy` never denies `terraform[^`]*`, because `terraform` comes before it.*own\.yml:4/,
		);
		expect(text).not.toMatch(/`terraform` allows `\^terraform/);
	});

	it('exits with 0 when all examples hold', async () => {
		expect((await run(['test'])).status).toBe(0);
	});

	it("also tests the patterns of the configuration and of the repository's skills [seeds 11, 51, 53, 68]", async () => {
		using folder = temporaryFolder();
		const skill = (lines: string) => `---\nname: mend\ndescription: d\ntriggers: [t]\nrequires: [shell]\n${lines}---\n`;
		const place = join(folder.path, '.github/countersign/skills/mend/SKILL.md');
		const config = join(folder.path, '.github/countersign.yml');
		put(config, "policies: [strict]\nsafety:\n  allow_overrides: true\n  blocked_patterns: [a, '^b']\n");
		put(place, skill('danger_patterns: [a]\nconfirm_patterns: [b]\n'));
		const good = await run(['test'], { cwd: folder.path });
		expect(good.status).toBe(0);
		expect(good.text).toMatch(/^✓ \.github\/countersign\/skills\/mend\/SKILL\.md {2}2 patterns$/m);
		expect(good.text).toMatch(
			/^✓ \.github\/countersign\.yml {2}2 patterns\n {4}warning: \.github\/countersign\.yml:3: `allow_overrides` has no effect/m,
		);
		put(config, "safety:\n  blocked_patterns:\n    - a\n    - '(?!b)'\n");
		put(place, skill("danger_patterns: ['(a']\nconfirm_patterns:\n  - a\n  - '*'\n"));
		const bad = await run(['test'], { cwd: folder.path });
		expect(bad.status).toBe(1);
		expect(bad.text).toMatch(
			/^✗ \.github\/countersign\.yml {2}\.github\/countersign\.yml:4: the pattern `\(\?!b\)` in `blocked_patterns` is not valid/m,
		);
		expect(bad.text).toMatch(/^✗ \S+SKILL\.md {2}\S+SKILL\.md:6: the pattern `\(a` in `danger_patterns` is not valid/m);
		expect(bad.text).toMatch(/^ {4}\S+SKILL\.md:9: the pattern `\*` in `confirm_patterns` is not valid/m);
		put(place, skill('tools: [{name: file_raed, description: d, parameters: {}}]\n'));
		expect((await run(['test'], { cwd: folder.path })).text).toMatch(
			/^✗ \S+SKILL\.md {2}\S+SKILL\.md:6 tools: `file_raed` is no tool of Countersign/m,
		);
		put(place, skill('danger_pattern: [a]\n'));
		expect((await run(['test'], { cwd: folder.path })).text).toMatch(
			/^✗ \S+SKILL\.md {2}\S+SKILL\.md:6 danger_pattern/m,
		);
	});

	it('counts rules and examples, and says which example fails and what to do', async () => {
		using folder = temporaryFolder();
		const good = put(
			join(folder.path, 'good.yml'),
			'rules:\n  - name: a\n    effects: [write]\n    action: deny\n    match: [touch a, touch b]\n    not_match: ls\n',
		);
		const bad = put(join(folder.path, 'bad.yml'), broken);
		const { status, text } = await run(['test', good, bad]);
		expect([status, text.split('\n')[0]]).toEqual([1, `✓ ${good}  1 rule, 3 examples`]);
		expect(text).toContain(
			`✗ ${bad}  \`wirte\` is not a valid value of \`effects\` (${bad}:3); did you mean \`write\`?`,
		);
		expect(text).toContain('    One of: read, write,');
		const told = JSON.parse((await run(['test', good, bad, '--json'])).text);
		expect(told).toMatchObject([
			{ file: good, ok: true, rules: 1, examples: 3, warnings: [] },
			{ file: bad, ok: false, message: expect.stringContaining(':3'), fix: expect.any(String) },
		]);
	});

	it.each(['always.yml', 'hook.yml'])('tests %s, which may only contain allow rules', async (name) => {
		using folder = temporaryFolder();
		const rule = (action: string) => `rules:\n  - { name: notes, tools: ['mcp__notes__*'], action: ${action} }\n`;
		const file = join(folder.path, '.github/countersign', name);
		put(file, rule('allow'));
		expect((await run(['test', '--root', folder.path])).text).toContain(`✓ .github/countersign/${name}  1 rule`);
		put(file, rule('deny'));
		const { status, text } = await run(['test', '--root', folder.path]);
		expect([status, text]).toEqual([
			1,
			expect.stringContaining(
				`\`notes\` does not allow (.github/countersign/${name}:2), but all rules of this file must allow`,
			),
		]);
	});

	it('fails for a configuration that cannot be read', async () => {
		using folder = temporaryFolder();
		put(join(folder.path, '.github/countersign.yml'), 'mode: edit\npolices: []\n');
		const { status, text } = await run(['test', '--root', folder.path]);
		expect([status, text]).toEqual([
			1,
			expect.stringContaining('✗ .github/countersign.yml  .github/countersign.yml:2'),
		]);
	});

	it.each([
		[['test', 'defautl'], 'did you mean `default`'],
		[['test', './no.yml'], './no.yml cannot be read'],
		[['explain'], 'command to explain is missing'],
		[['explain', 'rm', 'a'], 'Put the command line in quotes'],
		[['explain', 'ls', '--tool', 'Read'], 'two calls'],
		[['explain', '--args', '{}'], 'also needs `--tool`'],
		[['explain', '--tool', 'Read', '--args', '[]'], 'not a JSON object'],
		[['replay'], 'journal to replay is missing'],
		[['replay', '/no/such'], '/no/such does not exist'],
		[['replay', import.meta.dirname], 'contains no journal.jsonl'],
		[['replay', import.meta.filename], 'line 1: it is not JSON'],
		[['exlpain', 'ls'], 'did you mean `policy explain`'],
		[[], 'needs a subcommand'],
	])('%j is refused', async (args, message) => {
		await expect(run(args)).rejects.toThrow(message);
	});
});

describe('policy explain', () => {
	it('shows each step from the text to the verdict', async () => {
		const { status, text } = await run(['explain', 'cat src/a.ts | grep x && r"m" -rf "bui"ld', '--root', checkout]);
		const order = [
			'1. cat src/a.ts\n       reads `src/a.ts`\n       risk: medium (pipe or chain)',
			'3. rm -rf build\n       deletes `build` and all below it\n       risk: high (recursive force delete)',
			'Rules that match',
			'  policies/default.yml\n',
			'    allow    read-checkout  policies/default.yml:',
			'    confirm  deletes-files  policies/default.yml:',
			'· rm -rf build: deletes `build` and all below it',
			'nothing matches in: tools, paths, patterns, floor,',
			'▶ CONFIRM  by `deletes-files` (policies/default.yml:',
			'/approve A1',
			"paths: ['build/**']",
		].map((part) => text.indexOf(part));
		expect(order).toEqual([...order].sort((a, b) => a - b));
		expect(order).not.toContain(-1);
		expect(status).toBe(0);
	});

	it('names the layers in order, and each policy file separately [seeds 24]', async () => {
		const { text } = await run(['explain', 'printf a', '--policy', 'strict', '--policy', 'dev-tools']);
		expect(text).toContain(
			'nothing matches in: tools, paths, patterns, floor, policies/strict.yml, policies/dev-tools.yml, run facts, risk, mode and grants',
		);
	});

	it.each([
		['rm -rf /', 'floor', 'block'],
		['cat .env', 'floor', 'block'],
		['cat /etc/hosts', 'paths', 'confirm'],
		['npm ci', 'patterns', 'confirm'],
		['cat src/a.ts', 'policies/default.yml', 'allow'],
		['printf a', 'where no file speaks', 'allow'],
		['npm test', 'run facts', 'confirm', '--changed', 'package.json'],
		['touch a.ts', 'mode and grants', 'block', '--mode', 'plan'],
	])('shows %s under the layer that decides: %s', async (command, layer, decision, ...options) => {
		const { text } = await run(['explain', command, ...options]);
		const [, told = ''] = text.split(`\n  ${layer}\n`);
		expect(told.trimStart().startsWith(decision)).toBe(true);
	});

	it('explains a call of a tool with arguments, and one that is refused for its size', async () => {
		const args = JSON.stringify({ path: '.github/workflows/ci.yml', content: '' });
		expect(await explain('--tool', 'Write', '--args', args)).toMatchObject({
			tool: 'file_write',
			parts: [{ effects: [{ kind: 'config.write', path: '.github/workflows/ci.yml' }], risk: { level: 'low' } }],
		});
		const large = JSON.stringify({ path: 'a', content: 'x'.repeat(4_000_001) });
		expect(await explain('--tool', 'Write', '--args', large)).toMatchObject({
			verdict: 'block',
			rule: 'too-large',
			parts: [],
			changes: [{ text: expect.stringContaining('another call') }],
		});
	});

	it('prints the verdict with its parts as JSON', async () => {
		expect(await explain('ls && rm -rf build')).toMatchObject({
			verdict: 'confirm',
			rule: 'deletes-files',
			parts: [
				{ text: 'ls', risk: { level: 'medium', factors: [] } },
				{ text: 'rm -rf build', traits: expect.arrayContaining(['forced-tree-delete']), risk: { level: 'high' } },
			],
			matches: expect.arrayContaining([expect.objectContaining({ rule: 'read-checkout' })]),
		});
	});

	it('shows the texts that patterns are compared with [seeds 1, 11]', async () => {
		const { text } = await run(['explain', '--tool', 'Bash', '--args', '{"command":"ls && r\\"m\\" a"}']);
		expect(text).toContain(
			[
				'Texts that patterns are compared with',
				'  raw       Bash {"command":"ls && r\\"m\\" a"}',
				'  raw       shell_exec {"command":"ls && r\\"m\\" a"}',
				'  raw       ls && r"m" a',
				'  executed  ls',
				'  executed  rm a',
			].join('\n'),
		);
		const args = JSON.stringify({ path: 'a', more: Array(20).fill('\n') });
		const many = (await run(['explain', '--tool', 'Read', '--args', args])).text;
		expect(many).toMatch(/ {2}raw {7}\\n\n {2}and 11 more\n/);
		expect((await explain('ls')).texts).toEqual({ raw: ['shell_exec {"command":"ls"}', 'ls'], executed: ['ls'] });
	});

	it('escapes control characters of a command', async () => {
		const { text } = await run(['explain', 'printf "\u001b[2J\u202eab"']);
		expect(text).toContain('\\u{1b}[2J\\u{202e}ab');
		expect(text).not.toContain('\u001b');
		expect(text).not.toContain('\u202e');
	});

	it('prints colours only when they are enabled', async () => {
		const { text } = await run(['explain', 'rm a'], { colours: true });
		expect(text).toContain('\u001b[33mconfirm');
		expect((await run(['explain', 'rm a'])).text).not.toContain('\u001b');
	});
});

describe('the suggested changes', () => {
	const places = { '--always': 'always.yml', '--hook-rules': 'hook.yml', '--policy': 'a policy of your own' };

	it.each([
		['rm -rf build', 'default', "effects: [delete]\n    paths: ['build/**']", ['--always', '--hook-rules'], []],
		['npx cowsay hi', 'default', "command_patterns: ['^npx cowsay hi$']", ['--always', '--hook-rules'], []],
		['npm ci', 'default', "command_patterns: ['^npm ci$']", ['--hook-rules'], ['--always']],
		['mytool "it\'s (a) $"', 'strict', "['^mytool ''it''\\\\''''s \\(a\\) \\$''$']", ['--policy'], []],
	])('%s: the suggested rule allows exactly this command in the files that the advice names', async (...row) => {
		const [command, base, part, free, left] = row;
		using folder = temporaryFolder();
		const advice = (await explain(command, '--policy', base)).changes.at(-1);
		expect(advice.yaml).toContain(part);
		const named = Object.entries(places).flatMap(([option, file]) => (advice.text.includes(file) ? [option] : []));
		expect(named).toEqual(free);
		const file = put(join(folder.path, 'file.yml'), advice.yaml);
		const verdict = async (call: string, place: string) => (await explain(call, '--policy', base, place, file)).verdict;
		for (const place of free)
			expect([await verdict(command, place), await verdict(`${command}x`, place)]).toEqual(['allow', 'confirm']);
		for (const place of left) expect(await verdict(command, place)).toBe('confirm');
	});

	it.each([
		['mcp__memory__read', {}, 'mcp__memory__write', {}],
		['WebFetch', { url: 'https://docs.example.com/a' }, 'WebFetch', { url: 'https://example.com/' }],
		['Write', { path: 'docs/a.md', content: 'x' }, 'Write', { path: 'docs/b.md', content: 'x' }],
	])('a call of %s %j: the suggested rule allows it, but not %s %j', async (tool, args, other, otherArgs) => {
		using folder = temporaryFolder();
		const call = ['--tool', tool, '--args', JSON.stringify(args)];
		const { changes } = await explain(...call);
		const file = put(join(folder.path, 'file.yml'), changes.at(-1).yaml);
		expect((await explain(...call, '--always', file)).verdict).toBe('allow');
		const near = ['--tool', other, '--args', JSON.stringify(otherArgs)];
		expect((await explain(...near, '--hook-rules', file)).verdict).toBe('confirm');
	});

	it('the suggested rule goes before a rule that names approvers', async () => {
		using folder = temporaryFolder();
		const text = 'rules:\n  - { name: legal, tools: [Write], action: require_approval, approvers: [admin] }\n';
		const own = put(join(folder.path, 'own.yml'), text);
		const call = ['--tool', 'Write', '--args', '{"path":"a.md","content":"x"}', '--policy'];
		const { text: advice, yaml } = (await explain(...call, own)).changes.at(-1);
		expect(advice).toMatch(/before `legal` \(.*own\.yml:2\), in the same file/);
		put(
			own,
			text.replace('rules:', () => yaml),
		);
		expect((await explain(...call, own)).verdict).toBe('allow');
	});

	it('rules for runs and rules for the hook cannot be combined', async () => {
		using folder = temporaryFolder();
		const file = put(join(folder.path, 'file.yml'), 'rules: []');
		const both = run(['explain', 'ls', '--always', file, '--hook-rules', file]);
		await expect(both).rejects.toMatchObject({ code: 'bad-input', message: expect.stringMatching(/is for runs/) });
	});

	it.each<[readonly string[], RegExp]>([
		[['rm -rf /'], /^Nothing\. No rule, mode or person can allow what policies\/floor\.yml denies/],
		[['cat .env'], /^Nothing\. No rule, mode or person can allow what policies\/floor\.yml denies/],
		[['--tool', 'Read', '--args', '{"path":"/opt/a"}'], /^Nothing in a run\. In a terminal, `--allow <folder>`/],
		[['touch a.ts', '--mode', 'plan'], /^Another mode: in mode `default` the decision is confirm/],
		[
			['git push origin main', '--policy', 'autonomous'],
			/^Only the rule `.*` itself \(policies\/autonomous\.yml:\d+\)/,
		],
	])('%j is blocked, and the advice says what could change that', async (args, text) => {
		const { verdict, changes } = await explain(...args);
		expect([verdict, changes.length, changes[0].text]).toEqual(['block', 1, expect.stringMatching(text)]);
		expect(changes[0].yaml).toBeUndefined();
	});

	it.each([
		['eval "$X"', 'No rule: the gate cannot inspect this call, so it always needs approval.'],
		['cat /etc/hosts', 'No rule: `read-outside` always requires approval.'],
	])('%s: no rule is suggested when none would help', async (command, text) => {
		const last = (await explain(command)).changes.at(-1);
		expect(last).toEqual({ text: expect.stringContaining(text) });
	});

	it('name the mode that allows the call, and nothing for an allowed call', async () => {
		const args = JSON.stringify({ path: 'src/a.ts', content: 'x' });
		const { changes } = await explain('--tool', 'Write', '--args', args);
		expect(changes[1].text).toBe('Mode `edit` allows it without approval.');
		expect((await explain('rm a.ts')).changes[1].text).toBe('Mode `contained` allows it without approval.');
		expect((await explain('npm ci')).changes[1].text).toBe('Mode `auto` allows it without approval.');
		expect((await explain('rm a.ts', '--mode', 'contained')).changes).toEqual([]);
		const { text } = await run(['explain', 'rm a.ts', '--mode', 'contained']);
		expect(text).toContain('This decision relies on the sandbox of a run: no network, no credential of the job');
		expect((await explain('ls')).changes).toEqual([]);
	});
});

describe('policy replay', () => {
	const calls: readonly PastCall[] = [
		{ id: 'c1', name: 'shell_exec', args: { command: 'touch docs/a.txt' }, decision: 'allow' },
		{ id: 'c2', name: 'shell_exec', args: { command: 'ls' }, decision: 'allow' },
		{ id: 'c3', name: 'shell_exec', args: { command: 'rm a.ts' }, decision: 'block' },
		{ id: 'c4', name: 'shell_exec', args: { command: 'echo sk', token: 'secret-value-1' }, decision: 'block' },
		{ id: 'c5', name: 'file_read', args: { path: 7 }, decision: 'block', stage: 'tools', rule: 'invalid-arguments' },
	];

	it('shows the calls whose decision changes, counts the others, and names those it cannot judge', async () => {
		using folder = temporaryFolder();
		await writeRun(join(folder.path, 'run'), calls);
		const { status, text } = await run(['replay', folder.path]);
		expect(text.split('\n')).toEqual([
			expect.stringMatching(
				/^allow → confirm {2}shell_exec {2}touch docs\/a\.txt {2}\(rule writes-files policies\/default\.yml:\d+\)$/,
			),
			expect.stringMatching(
				/^block → confirm {2}shell_exec {2}rm a\.ts {2}\(rule deletes-files policies\/default\.yml:\d+\)$/,
			),
			'',
			'The decision changes for 2 of 5 calls: 1 less strict, 1 stricter. 1 unchanged.',
			'not judged again: shell_exec c4 of 12-abc: its arguments were redacted',
			'not judged again: file_read c5 of 12-abc: the run itself refused it (invalid-arguments), and no policy changes this',
			expect.stringContaining('Judged by policies/floor.yml, policies/default.yml, in '),
		]);
		expect(status).toBe(0);
	});

	it('judges setup commands as granted, so that only a rule that forbids one changes the decision', async () => {
		using folder = temporaryFolder();
		const setup: PastCall = {
			id: 'setup-1-1',
			name: 'shell_exec',
			args: { command: 'npm ci' },
			decision: 'allow',
			origin: 'setup',
		};
		const runFolder = await writeRun(join(folder.path, 'run'), [setup]);
		expect((await run(['replay', runFolder])).text).toContain('The decision changes for 0 of 1 calls');
		const own = put(
			join(folder.path, 'new.yml'),
			'rules:\n  - name: no-npm\n    tools: [shell_exec]\n    command_patterns: ["^npm"]\n    action: deny\n    reason: We use make.\n',
		);
		const { text } = await run(['replay', runFolder, '--policy', 'default', '--policy', own]);
		expect(text).toContain('allow → block');
	});

	it('leaves out the questions of the run itself, which no policy judges', async () => {
		using folder = temporaryFolder();
		const args = { reached: '4 of 4 tokens' };
		const own: PastCall = { id: 'budget-1', name: 'budget', args, decision: 'confirm', origin: 'run' };
		const runFolder = await writeRun(join(folder.path, 'run'), [own, ...calls.slice(0, 1)]);
		expect((await run(['replay', runFolder, '--policy', 'default', '--json'])).text).not.toContain('budget-1');
		expect((await run(['replay', runFolder])).text).toContain('of 1 call');
	});

	it('--fail-on-loosening: exits with 1 only when a call became less strict', async () => {
		using folder = temporaryFolder();
		const file = join(await writeRun(join(folder.path, 'a'), calls), 'journal.jsonl');
		expect((await run(['replay', file, '--fail-on-loosening'])).status).toBe(1);
		const stricter = await writeRun(join(folder.path, 'b'), calls.slice(0, 2));
		expect((await run(['replay', stricter, '--fail-on-loosening'])).status).toBe(0);
	});

	it('judges with a given policy file and prints JSON', async () => {
		using folder = temporaryFolder();
		const own = put(
			join(folder.path, 'new.yml'),
			'rules:\n  - name: docs\n    effects: [write]\n    paths: [docs/**]\n    action: deny\n    reason: Written by people.\n',
		);
		const runFolder = await writeRun(join(folder.path, 'run'), calls.slice(0, 1));
		const { text } = await run(['replay', runFolder, '--policy', 'default', '--policy', own, '--json']);
		expect(JSON.parse(text)).toMatchObject({
			policies: ['policies/floor.yml', 'policies/default.yml', own],
			unchanged: 0,
			untold: [],
			flips: [
				{
					run: '12-abc',
					call: 'c1',
					args: { command: 'touch docs/a.txt' },
					looser: false,
					was: { verdict: 'allow' },
					now: { verdict: 'block', rule: 'docs', reason: 'Written by people.', file: own, line: 2 },
				},
			],
		});
	});

	it('reads arguments from the blobs, and uses a preview only when it is complete', async () => {
		using folder = temporaryFolder();
		const long = { command: `touch ${'a'.repeat(600)}.txt` };
		const runFolder = await writeRun(folder.path, [
			{ id: 'c1', name: 'shell_exec', args: long, decision: 'allow' },
			{ id: 'c2', name: 'shell_exec', args: { command: 'touch b' }, decision: 'allow' },
		]);
		expect(JSON.parse((await run(['replay', runFolder, '--json'])).text).flips[0].args).toEqual(long);
		rmSync(join(runFolder, 'blobs'), { recursive: true });
		const without = JSON.parse((await run(['replay', runFolder, '--json'])).text);
		expect(without.flips).toMatchObject([{ call: 'c2' }]);
		expect(without.untold).toMatchObject([{ call: 'c1', why: 'its arguments are missing next to the journal' }]);
	});

	it('counts the longest of several states of one run, and only once', async () => {
		using folder = temporaryFolder();
		await writeRun(join(folder.path, '1'), calls.slice(0, 1));
		await writeRun(join(folder.path, '2'), calls.slice(0, 3));
		expect((await run(['replay', folder.path])).text).toContain('The decision changes for 2 of 3 calls');
	});

	it('compares with the last verdict on a call', async () => {
		using folder = temporaryFolder();
		const [first] = calls;
		await writeRun(folder.path, first === undefined ? [] : [first, { ...first, decision: 'confirm' }]);
		expect((await run(['replay', folder.path])).text).toContain('The decision changes for 0 of 1 calls');
	});

	it('judges in the mode of the run, or in the given mode', async () => {
		using folder = temporaryFolder();
		const write = {
			id: 'c1',
			name: 'file_write',
			args: { path: 'src/a.ts', content: 'x' },
			decision: 'allow',
		} as const;
		await writeRun(folder.path, [write], 'edit');
		expect((await run(['replay', folder.path])).text).toContain('The decision changes for 0 of 1 calls');
		expect((await run(['replay', folder.path, '--mode', 'plan'])).text).toContain('allow → block');
	});

	it('treats a tool that the repository had declared as declared, but no other tool', async () => {
		using folder = temporaryFolder();
		const own = put(join(folder.path, 'own.yml'), 'rules: [{name: a, tools: [mcp__docs__search], action: allow}]\n');
		const tool = 'mcp__docs__search';
		const effects = [{ kind: 'exec.tool', tool, from: 'the MCP server docs', runs: 'node', writes: false }] as const;
		const call = { id: 'c1', name: tool, args: {}, decision: 'allow', effects } as const;
		const other = { ...call, id: 'c2', name: 'mcp__docs__other', decision: 'confirm' } as const;
		const runFolder = await writeRun(join(folder.path, 'run'), [call, other]);
		const { text } = await run(['replay', runFolder, '--policy', 'default', '--policy', own]);
		expect(text).toContain('The decision changes for 0 of 2 calls');
	});

	it('treats files that the run had changed as changed', async () => {
		using folder = temporaryFolder();
		const effects = [{ kind: 'exec.project', script: 'test', definedIn: 'package.json' }] as const;
		const call = { id: 'c1', name: 'shell_exec', args: { command: 'npm test' }, decision: 'confirm', effects } as const;
		await writeRun(folder.path, [{ ...call, stage: 'effects', rule: 'definition-changed' }]);
		expect((await run(['replay', folder.path])).text).toContain('The decision changes for 0 of 1 calls');
	});

	it('refuses an invalid journal by its name, and reads a torn one up to the torn line', async () => {
		using folder = temporaryFolder();
		const file = join(await writeRun(folder.path, calls), 'journal.jsonl');
		const text = readFileSync(file, 'utf8');
		writeFileSync(file, text.slice(0, -10));
		expect((await run(['replay', file])).text).toContain('The decision changes for 2 of 5 calls');
		writeFileSync(file, text.replace('"allow"', '"block"'));
		await expect(run(['replay', file])).rejects.toThrow(`${file}: line `);
	});
});

test('policy schema prints the shipped schema', async () => {
	const shipped = readFileSync(join(root, 'policies/policy.schema.json'), 'utf8');
	expect(`${(await run(['schema'])).text}\n`).toBe(shipped);
});

test('policy --help prints examples', async () => {
	const { status, text } = await run(['--help']);
	expect([status, (await run(['explain', '--help'])).text]).toEqual([0, text]);
	expect(text).toContain('countersign policy explain "npm ci && rm -rf build"');
});

describe('the command line', () => {
	const door = (...args: readonly string[]) =>
		spawnSync(process.execPath, [cli, 'policy', ...args], { encoding: 'utf8', cwd: checkout });

	it('explains without colours when the output is not a terminal', () => {
		const { stdout, status } = door('explain', 'rm -rf /');
		expect([status, stdout]).toEqual([0, expect.stringContaining('▶ BLOCK')]);
		expect(stdout).not.toContain('\u001b');
	});

	it('exits with 2 for an unknown subcommand, and shows help', () => {
		const { stderr, status } = door('tset');
		expect([status, stderr]).toEqual([2, expect.stringContaining('did you mean `policy test`?')]);
		expect(door('--help').stdout).toContain('countersign policy replay');
	});
});
