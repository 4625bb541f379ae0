import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readRepositoryConfig } from '../src/config/index.ts';
import { networkSentences } from '../src/tools/network-sentences.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { typed } from './support/typed-command.ts';

const root = join(import.meta.dirname, '..');

/** Words with which the program says how to allow something, or how to restore a protection. */
const advising =
	/`rules:|[Rr]ule such as|allows it without approval|Another mode|No rule(:| can allow it)|Only the (rule|pattern)|--allow <|hook install|maintainer (can, under|opens|writes)|allow it( at| under|:)|\bAdd (it:|\$\{place\}|these steps|to the step)/;

interface Advice {
	readonly file: string;
	/** A part of the line in that file. */
	readonly says: string;
	/** Follows the advice, here or in the named test; or says why only GitHub could show it. */
	readonly tried:
		| (() => Promise<void> | void)
		| { readonly in: string; readonly as: string }
		| { readonly needs: string };
}

async function explain(...args: readonly string[]) {
	const { text } = await typed(['policy', 'explain', ...args, '--json'], { cwd: join(root, 'test/fixtures/checkout') });
	return JSON.parse(text);
}

/** The last suggestion for changing a verdict. */
async function advised(...args: readonly string[]): Promise<string> {
	return (await explain(...args)).changes.at(-1).text;
}

const bare = { exitCode: 1, refusedHosts: [], refusedAddresses: [], unanswered: [], serviceTroubles: [] };
const noReach = { hosts: [], services: [], upstream: 'none', unknown: [] } as const;

/** The configuration line in a sentence about the network. */
function configLine(sentences: readonly string[]): string {
	return /`([^`]*(?:localhost:\d+|\{ host|upstream_proxy: true)[^`]*)`/.exec(sentences.join('\n'))?.[1] ?? '';
}

const inHook = (as: string) => ({ in: 'test/e2e/hook-advice.test.ts', as });
const inClone = (as: string) => ({ in: 'test/e2e/hook-clone.test.ts', as });
const inExplain = (as: string) => ({ in: 'test/commands/policy.test.ts', as });
const pages = { needs: 'a page of settings on GitHub' };

const proposed = 'the suggested rule allows exactly this command in the files that the advice names';
const repaired = 'repairs the hook when %s';
const lineFile = 'makes the call of %s pass: %j, with a line in %s';

/** All advice of the program. The tests fail for advice without a row, and for a row without advice. */
const all: readonly Advice[] = [
	{ file: 'commands/hook/hook-advice.ts', says: 'No rule can allow it', tried: inHook('says that no rule can allow') },
	{ file: 'commands/hook/hook-advice.ts', says: "'countersign hook install', scope", tried: inHook(lineFile) },
	{ file: 'commands/hook/hook-advice.ts', says: 'under \\`rules:\\` in ${files}', tried: inHook(lineFile) },
	{ file: 'commands/hook/hook-advice.ts', says: 'they can run it themselves, or allow it:', tried: inHook(lineFile) },
	{ file: 'commands/hook/frozen-controls.ts', says: 'Run: countersign hook install', tried: inHook(repaired) },
	{ file: 'commands/hook/guard-script.ts', says: 'written by \\`countersign hook install\\`', tried: inHook(repaired) },
	{ file: 'commands/hook/guard-script.ts', says: 'Install Node ', tried: { needs: 'a machine without Node' } },
	{ file: 'commands/hook/guard-script.ts', says: '$cli is missing', tried: inHook(repaired) },
	{
		file: 'commands/hook/guard-script.ts',
		says: 'hook install --shared',
		tried: inClone('that has only one settings file'),
	},
	{ file: 'commands/hook/hook-check.ts', says: "personal: 'Run:", tried: inHook(repaired) },
	{ file: 'commands/hook/hook-check.ts', says: "shared: 'Run:", tried: inHook('file of the shared hook') },
	{
		file: 'commands/hook/hook-check.ts',
		says: 'It moves the hook to',
		tried: inClone('blocks everybody who clones'),
	},
	{
		file: 'commands/hook/hook-check.ts',
		says: '--shared --for ${name}, or',
		tried: inClone('that has only one settings file'),
	},
	{
		file: 'commands/hook/hook-install.ts',
		says: 'works in every clone',
		tried: inClone('works in a fresh clone once'),
	},
	{ file: 'commands/hook/hook-install.ts', says: 'npm install --save-dev', tried: inHook('file of the shared hook') },
	{ file: 'commands/hook/hook-places.ts', says: "personal: 'countersign hook", tried: inHook(repaired) },
	{
		file: 'commands/hook/hook-places.ts',
		says: "shared: 'countersign hook",
		tried: inHook('file of the shared hook'),
	},
	{
		file: 'commands/policy/remedies.ts',
		says: 'allows it without approval',
		tried: async () => {
			const write = ['--tool', 'Write', '--args', '{"path":"src/a.ts","content":"x"}'];
			for (const call of [write, ['rm a.ts'], ['npm ci']]) {
				const texts = (await explain(...call)).changes.map(({ text }: { text: string }) => text).join('\n');
				const [, mode = ''] = /Mode `(\w+)` allows it without approval/.exec(texts) ?? [];
				expect((await explain(...call, '--mode', mode)).verdict).toBe('allow');
			}
		},
	},
	{
		file: 'commands/policy/remedies.ts',
		says: 'No rule: the gate cannot inspect this call',
		tried: async () => {
			using folder = temporaryFolder();
			const file = join(folder.path, 'hook.yml');
			writeFileSync(file, 'rules:\n  - { name: all, tools: [Bash], action: allow }\n');
			expect(await advised('eval "$X"')).toMatch(/^No rule: the gate cannot inspect this call/);
			expect((await explain('eval "$X"', '--hook-rules', file)).verdict).toBe('confirm');
			expect((await explain('ls', '--hook-rules', file)).verdict).toBe('allow');
		},
	},
	{
		file: 'commands/policy/remedies.ts',
		says: 'No rule that this command can propose',
		tried: async () => {
			using folder = temporaryFolder();
			const file = join(folder.path, 'hook.yml');
			writeFileSync(file, 'rules:\n  - { name: all, tools: [Bash], action: allow }\n');
			expect(await advised('cat /etc/hosts')).toMatch(/^No rule: `read-outside` always requires/);
			expect((await explain('cat /etc/hosts', '--hook-rules', file)).verdict).toBe('confirm');
		},
	},
	{ file: 'commands/policy/remedies.ts', says: 'then run: countersign hook install', tried: inExplain(proposed) },
	{ file: 'commands/policy/remedies.ts', says: 'in a policy of your own', tried: inExplain(proposed) },
	{ file: 'commands/policy/remedies.ts', says: 'For runs on GitHub it goes', tried: inExplain(proposed) },
	{ file: 'commands/policy/remedies.ts', says: 'for the hook only', tried: inExplain(proposed) },
	{
		file: 'commands/policy/remedies.ts',
		says: 'in the same file',
		tried: inExplain('the suggested rule goes before a rule that names approvers'),
	},
	{
		file: 'commands/policy/remedies.ts',
		says: '`--allow <folder>`',
		tried: async () => {
			const call = ['--tool', 'Read', '--args', '{"path":"/opt/a/b"}'];
			expect(await advised(...call)).toContain('`--allow <folder>`');
			expect((await explain(...call)).verdict).toBe('block');
			expect((await explain(...call, '--allow', '/opt/a')).verdict).not.toBe('block');
		},
	},
	{
		file: 'commands/policy/remedies.ts',
		says: 'Only the pattern itself',
		tried: async () => {
			using folder = temporaryFolder();
			const call = ['kill -9 -1'];
			expect(await advised(...call)).toMatch(/^(Only the pattern itself|Nothing)/);
			expect((await explain(...call, '--skills', folder.path)).matches).not.toContainEqual(
				expect.objectContaining({ stage: 'patterns' }),
			);
		},
	},
	{
		file: 'commands/policy/remedies.ts',
		says: 'Another mode',
		tried: async () => {
			const told = await advised('touch a.ts', '--mode', 'plan');
			const [, mode = '', answer] = /in mode `(\w+)` the decision is (\w+)/.exec(told) ?? [];
			expect((await explain('touch a.ts', '--mode', mode)).verdict).toBe(answer);
		},
	},
	{
		file: 'commands/policy/remedies.ts',
		says: 'Only the rule',
		tried: async () => {
			using folder = temporaryFolder();
			const file = join(folder.path, 'own.yml');
			const call = ['touch a.ts', '--policy', 'default', '--policy', file];
			writeFileSync(file, 'rules:\n  - { name: frozen, effects: [write], action: deny }\n');
			expect(await advised(...call)).toMatch(/^Only the rule `frozen`/);
			writeFileSync(file, 'rules: []\n');
			expect((await explain(...call)).verdict).toBe('confirm');
		},
	},
	{
		file: 'tools/network-sentences.ts',
		says: 'no command and no approval opens it',
		tried: () => {
			const asked = { asked: 'registry.corp.example:443', address: '10.1.2.3', kind: 'private' } as const;
			const line = configLine(networkSentences({ ...bare, refusedAddresses: [asked] }, noReach, ''));
			const { privateHosts } = readRepositoryConfig(`sandbox:\n  hosts:\n    ${line}\n`);
			expect(privateHosts).toEqual([{ host: 'registry.corp.example', because: '…' }]);
		},
	},
	{
		file: 'tools/network-sentences.ts',
		says: 'only if a maintainer writes',
		tried: () => {
			const tried = { ...bare, unanswered: [{ asked: 'example.com:443', by: 'names', code: 'ENOTFOUND' } as const] };
			const line = configLine(networkSentences(tried, { ...noReach, upstream: 'unused' }, ''));
			expect(readRepositoryConfig(`sandbox:\n  ${line}\n`).upstreamProxy).toBe(true);
		},
	},
	{
		file: 'tools/network-sentences.ts',
		says: 'only if a maintainer opens its port',
		tried: () => {
			const line = configLine(networkSentences(bare, noReach, 'connect ECONNREFUSED 127.0.0.1:5432'));
			expect(readRepositoryConfig(`sandbox:\n  services:\n    ${line}\n`).services).toEqual(['localhost:5432']);
		},
	},
	{ file: 'job/command-support.ts', says: 'Add ${place}: ${line}', tried: { needs: 'a runner without a sandbox' } },
	{
		file: 'job/command-support.ts',
		says: 'Add to the step of actions/checkout',
		tried: () => {
			const source = readFileSync(join(root, 'src/job/command-support.ts'), 'utf8');
			const [, line = ''] = /actions\/checkout: (with: \{.*?\})/.exec(source) ?? [];
			expect(parse(line)).toEqual({ with: { 'persist-credentials': false } });
		},
	},
	{ file: 'commands/init/init-words.ts', says: 'Add these steps', tried: { needs: 'a job on GitHub' } },
	{
		file: 'commands/policy/suggestion-pull-request.ts',
		says: 'below its',
		tried: { in: 'test/e2e/policy-suggest.test.ts', as: 'suggested rules from zips become one draft' },
	},
	{ file: 'github/pulls/pull-requests.ts', says: 'allow it under Settings', tried: pages },
	{ file: 'readiness/github-findings.ts', says: 'allow it at', tried: pages },
	{ file: 'run/calls/delivery-check.ts', says: 'allow it under Settings', tried: pages },
];

/** Lines of code that give advice, without help texts and comments. */
function advisingLines(): readonly { readonly file: string; readonly line: string }[] {
	return globSync('**/*.ts', { cwd: join(root, 'src') })
		.filter((file) => !/^gate\/|^commands\/(help|policy\/suggested-rules)\.ts$/.test(file))
		.flatMap((file) => {
			const lines = readFileSync(join(root, 'src', file), 'utf8').split('\n');
			return lines.filter((line) => !/^\s*(\*|\/\*\*|\/\/)/.test(line)).map((line) => ({ file, line }));
		})
		.filter(({ line }) => advising.test(line));
}

describe('advice', () => {
	it('has a test for each piece', () => {
		const untried = advisingLines().filter(
			({ file, line }) => !all.some((one) => one.file === file && line.includes(one.says)),
		);
		expect(untried).toEqual([]);
	});

	it('is listed only while the code contains it', () => {
		const lines = advisingLines();
		const gone = all.filter(({ file, says }) => !lines.some((one) => one.file === file && one.line.includes(says)));
		expect(gone).toEqual([]);
	});

	const here = all.flatMap(({ file, says, tried }) => (typeof tried === 'function' ? [{ file, says, tried }] : []));
	it.each(here)('of $file is correct: $says', async ({ tried }) => {
		await tried();
	});

	const elsewhere = all.flatMap(({ tried }) => (typeof tried === 'object' && 'in' in tried ? [tried] : []));
	it.each(elsewhere)('is tested in $in: $as', ({ in: file, as }) => {
		expect(readFileSync(join(root, file), 'utf8')).toContain(as);
	});
});
