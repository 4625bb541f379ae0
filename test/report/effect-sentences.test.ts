import { expect, it } from 'vitest';
import type { Effect } from '../../src/core/index.ts';
import { effectList } from '../../src/report/requests/effect-sentences.ts';
import { renderedMarkdown, textForMentions } from '../support/rendered-markdown.ts';

const rows = {
	read: [[{ kind: 'read', path: 'a.txt' }], '- reads `a.txt`'],
	write: [
		[
			{ kind: 'write', path: 'src/x/a.ts' },
			{ kind: 'write', path: 'src/b.ts' },
		],
		'- writes 2 files under `src/`\n  - `src/x/a.ts`\n  - `src/b.ts`',
	],
	delete: [
		[
			{ kind: 'delete', path: 'src/a.ts', recursive: false },
			{ kind: 'delete', path: 'src/b.ts', recursive: false },
			{ kind: 'delete', path: 'src/c.ts', recursive: false },
			{ kind: 'delete', path: 'lib', recursive: true },
		],
		'- deletes 3 files under `src/`\n  - `src/a.ts`\n  - `src/b.ts`\n  - `src/c.ts`\n- deletes `lib` and everything below it',
	],
	exec: [
		[
			{ kind: 'exec', program: 'curl', argv: [] },
			{ kind: 'exec', program: 'a  b', argv: ['-e', 'x'] },
		],
		'- runs `curl`\n- runs `a\\u{20}×2b`',
	],
	'exec.project': [
		[{ kind: 'exec.project', script: 'test', definedIn: 'package.json' }],
		"- runs the project's script `test` (declared in `package.json`)",
	],
	'exec.tool': [
		[{ kind: 'exec.tool', tool: 'mcp__docs__search', from: 'the server docs', runs: 'node', writes: false }],
		'- runs `mcp__docs__search` of the server docs (`node`) in the sandbox, which may read the checkout',
	],
	network: [
		[
			{ kind: 'network', host: 'registry.npmjs.org' },
			{ kind: 'network', host: 'pypi.org' },
		],
		'- may reach `registry.npmjs.org`, `pypi.org`',
	],
	'secret.read': [[{ kind: 'secret.read', what: '$TOKEN' }], '- reads a credential: $TOKEN'],
	'git.commit': [[{ kind: 'git.commit', what: 'commit' }], "- changes git's state in the checkout: commit"],
	'git.push': [
		[
			{ kind: 'git.push', remote: 'origin', ref: 'main', force: false },
			{ kind: 'git.push', remote: 'origin', ref: 'v1', force: true },
		],
		'- pushes to `main` of `origin`\n- pushes to `v1` of `origin` **by force**, so commits there may be lost',
	],
	'git.rewrite': [
		[{ kind: 'git.rewrite', what: 'reset --hard' }],
		'- rewrites or drops history or uncommitted work: reset --hard',
	],
	'forge.read': [[{ kind: 'forge.read', what: 'checks' }], '- reads on GitHub: checks'],
	'forge.write': [
		[
			{ kind: 'forge.write', what: 'draft-pull-request', target: 'own' },
			{ kind: 'forge.write', what: 'label', target: 'own: add "bug"' },
		],
		'- opens a draft pull request. If this run has already opened one, it changes the text of that one\n- changes labels on GitHub in the run\'s own thread: add "bug"',
	],
	privilege: [[{ kind: 'privilege', how: 'becomes root' }], '- gets or changes rights: becomes root'],
	'config.write': [
		[{ kind: 'config.write', path: '.husky/pre-commit' }],
		'- changes a file that programs execute later or read as settings: `.husky/pre-commit`',
	],
	deliver: [
		[
			{ kind: 'deliver', path: 'src/a.ts', change: 'changed', what: 'ordinary' },
			{ kind: 'deliver', path: '.github/workflows/ci.yml', change: 'added', what: 'workflow' },
		],
		'- delivers `.github/workflows/ci.yml` (added): a workflow or an action, which runs with the rights of the repository\n- delivers `src/a.ts`',
	],
	destroy: [[{ kind: 'destroy', what: 'a database' }], '- destroys something outside the checkout: a database'],
	opaque: [[{ kind: 'opaque', why: 'fetched code' }], '- does something that cannot be known in advance: fetched code'],
} satisfies Record<Effect['kind'], readonly [readonly Effect[], string]>;

it.each(Object.entries(rows))('describes `%s`', (_kind, [effects, expected]) => {
	expect(effectList(effects)).toBe(expected);
});

it('groups effects by kind, names each once, and says when none is known', () => {
	const [read, host] = [rows.read[0], rows.network[0]].flat();
	expect(effectList([read, host, read].flatMap((effect) => effect ?? []))).toBe(
		'- reads `a.txt`\n- may reach `registry.npmjs.org`',
	);
	expect(effectList([])).toBe('- something that is not known');
});

it('folds a long list without losing an entry', () => {
	const effects = Array.from(
		{ length: 40 },
		(_, index): Effect => ({ kind: 'delete', path: `src/${index}.ts`, recursive: false }),
	);
	const list = effectList([...effects, { kind: 'network', host: 'a.example' }]);
	for (let index = 0; index < 40; index += 1) expect(list).toContain(`  - \`src/${index}.ts\``);
	const html = renderedMarkdown(`What it does:\n${list}\n\nAFTER`);
	expect(html).toMatch(
		/<li>[\s\S]*deletes 40 files under <code>src\/<\/code>[\s\S]*<details><summary>all 40<\/summary>[\s\S]*<ul>\s*<li>/,
	);
	expect(html.match(/<li>/g)).toHaveLength(42);
	expect(html).toMatch(/<\/details>[\s\S]*may reach <code>a\.example<\/code>[\s\S]*<\/ul>\s*<p>AFTER<\/p>/);
});

it('names in a call cannot end the list', () => {
	const evil = 'x`\n\n#### A2 · `shell_exec`\n@octo-org/team <!-- </details>';
	const list = effectList([
		{ kind: 'write', path: evil },
		{ kind: 'opaque', why: evil },
		{ kind: 'destroy', what: evil },
	]);
	expect(list.split('\n')).toHaveLength(3);
	expect(renderedMarkdown(list)).not.toMatch(/<h4|<!--|<\/details/);
	expect(textForMentions(renderedMarkdown(list))).not.toContain('@');
});
