import { describe, expect, it } from 'vitest';
import { repositoryInstructions } from '../../src/run/context/repository-instructions.ts';
import { processorMs } from '../support/processor-time.ts';

/** Returns path and text of the instructions in a base commit with these files and links. */
async function toldOf(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}) {
	const tree = [...Object.keys(files), ...Object.keys(links)].sort();
	const told = await repositoryInstructions(tree, {
		readBase: async (path) => files[path],
		readBaseLink: async (path) => links[path],
	});
	return told.map(({ path, text }) => [path, text.trim()]);
}

describe('the instructions of a repository', () => {
	it('come from the files of every agent, in one order [seeds 70]', async () => {
		const told = await toldOf({
			'.github/copilot-instructions.md': 'copilot',
			'GEMINI.md': 'gemini',
			'.cursorrules': 'cursor',
			'CLAUDE.md': 'claude',
			'AGENTS.md': 'agents',
			'docs/CONTRIBUTING.md': 'contributing',
			'.github/countersign/style.md': 'style',
			'sub/AGENTS.md': 'of a folder',
		});
		expect(told.map(([, text]) => text)).toEqual([
			...['agents', 'claude', 'gemini', 'copilot', 'cursor', 'contributing', 'style'],
		]);
	});

	it('appear once if two files differ only in whitespace', async () => {
		const told = await toldOf({ 'AGENTS.md': 'Use tabs.\n\nRun tests.', 'GEMINI.md': 'Use tabs. Run tests.\n' });
		expect(told).toEqual([['AGENTS.md', 'Use tabs.\n\nRun tests.']]);
	});

	it.each([
		['one long word', 'AGENTS.md', 'a'.repeat(150_000)],
		['many brackets', 'AGENTS.md', '['.repeat(150_000)],
		['many empty lines', '.cursor/rules/a.mdc', `---\n${'\n'.repeat(150_000)}---\nrule`],
	])('are read in linear time: %s', async (_, path, text) => {
		const begun = processorMs();
		expect(await toldOf({ [path]: text })).toHaveLength(path === 'AGENTS.md' ? 1 : 0);
		expect(processorMs() - begun).toBeLessThan(3_000);
	});

	it.each([
		['an import', '@AGENTS.md\n'],
		['an import below a heading', '# Claude\n\n@AGENTS.md\n'],
		['a sentence', 'See [AGENTS.md](./AGENTS.md) for the project instructions.'],
		['a sentence with code', 'Please read and follow `AGENTS.md` before you start any task.'],
		['a comment and a path', '<!-- one source of truth -->\nAGENTS.md'],
	])('leave out a file that only points to another file: %s', async (_what, text) => {
		expect(await toldOf({ 'AGENTS.md': 'agents', 'CLAUDE.md': text })).toEqual([['AGENTS.md', 'agents']]);
	});

	it.each([
		'See AGENTS.md. Never push to a release branch.',
		'See HANDBOOK.md for the instructions.',
		'Follow the rules.',
	])('include a file that says more or points to a missing file: %s', async (text) => {
		expect(await toldOf({ 'AGENTS.md': 'agents', 'CLAUDE.md': text })).toContainEqual(['CLAUDE.md', text]);
	});

	it('follow one link to a text file of the same commit', async () => {
		const files = { 'AGENTS.md': 'agents', 'docs/ai.md': 'ai', 'keys.env': 'SECRET=1' };
		expect(await toldOf(files, { 'CLAUDE.md': 'AGENTS.md' })).toEqual([['AGENTS.md', 'agents']]);
		expect(await toldOf(files, { 'CLAUDE.md': './docs/ai.md' })).toContainEqual(['CLAUDE.md', 'ai']);
		for (const target of ['/etc/passwd.md', '../outside.md', 'keys.env', 'GEMINI.md'])
			expect(await toldOf(files, { 'CLAUDE.md': target, 'GEMINI.md': 'docs/ai.md' })).not.toContainEqual([
				'CLAUDE.md',
				expect.anything(),
			]);
	});

	it('include files that CLAUDE.md imports, one level deep and not in code', async () => {
		const told = await toldOf({
			'CLAUDE.md':
				'Style: @docs/style.md, mail to me@docs/mail.md, `@docs/code.md`\n```\n@docs/block.md\n```\n@docs/none.md',
			'docs/style.md': 'style, and @deeper.md',
			'docs/deeper.md': 'deeper',
			'docs/code.md': 'code',
			'docs/block.md': 'block',
			'docs/mail.md': 'mail',
		});
		expect(told.map(([path]) => path)).toEqual(['CLAUDE.md', 'docs/style.md']);
	});
});

describe('rules of Cursor and Copilot', () => {
	const rule = (head: string, body: string) => `---\n${head}\n---\n${body}\n`;

	it('are included in full without front matter if they always apply', async () => {
		expect(
			await toldOf({
				'.cursor/rules/a.mdc': rule('description: x\nglobs:\nalwaysApply: true', 'always'),
				'.cursor/rules/deep/b.mdc': 'no front matter',
				'.github/instructions/c.instructions.md': rule('applyTo: "**"', 'everywhere'),
			}),
		).toEqual([
			['.cursor/rules/a.mdc', 'always'],
			['.cursor/rules/deep/b.mdc', 'no front matter'],
			['.github/instructions/c.instructions.md', 'everywhere'],
		]);
	});

	it('are only named if they apply to some files or tasks, and left out if nothing says when', async () => {
		const [told, ...others] = await toldOf({
			'.cursor/rules/api.mdc': rule(
				'description: How routes are written\nglobs: *.ts,src/**\nalwaysApply: false',
				'body',
			),
			'.cursor/rules/list.mdc': rule('globs:\n  - "a/**"\n  - b.ts', 'body'),
			'.cursor/rules/manual.mdc': rule('description:\nglobs:\nalwaysApply: false', 'body'),
			'.github/instructions/py.instructions.md': rule("applyTo: '**/*.py'", 'body'),
			'.github/instructions/none.instructions.md': 'body',
		});
		expect(others).toEqual([]);
		expect(told?.[1]?.split('\n').slice(2)).toEqual([
			'- .cursor/rules/api.mdc: *.ts,src/**; How routes are written',
			'- .cursor/rules/list.mdc: a/**, b.ts',
			'- .github/instructions/py.instructions.md: **/*.py',
		]);
	});

	it('have a total limit, and those beyond it are only named', async () => {
		const long = (letter: string) => rule('alwaysApply: true', letter.repeat(25_000));
		const told = await toldOf({
			'.cursor/rules/a.mdc': long('a'),
			'.cursor/rules/b.mdc': long('b'),
			'.cursor/rules/c.mdc': long('c'),
		});
		expect(told.map(([path]) => path)).toEqual(['.cursor/rules/a.mdc', '.cursor/rules/b.mdc', 'rules for some files']);
		expect(told.at(-1)?.[1]).toContain('- .cursor/rules/c.mdc: when it is needed');
	});
});
