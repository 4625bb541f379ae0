import { describe, expect, it } from 'vitest';
import { ownedAmong, readCodeOwners } from '../../src/approvals/index.ts';
import { errorOf } from '../support/error-of.ts';

/** The owners of a path, in the order of the line that gives them. */
function ownersOf(text: string, path: string): readonly string[] {
	return ownedAmong([path], readCodeOwners(text, 'CODEOWNERS')).flatMap(({ owners }) => owners);
}

/** The patterns of the example file in GitHub Docs, "About code owners". */
const example = `# A comment, and an empty line

*       @global-owner1 @global-owner2
*.js    @js-owner # behind the line
*.go docs@example.com
*.txt @octo-org/octocats
/build/logs/ @doctocat
docs/*  docs@example.com
apps/ @octocat
/docs/ @doctocat
/scripts/ @doctocat @octocat
**/logs @octocat
/apps/ @octocat
/apps/github
`;

describe('the example in the documentation of GitHub', () => {
	it.each<[string, ...string[]]>([
		['README.md', 'global-owner1', 'global-owner2'],
		['src/deep/a.md', 'global-owner1', 'global-owner2'],
		['a.js', 'js-owner'],
		['src/a.js', 'js-owner'],
		['main.go', 'docs@example.com'],
		['src/notes.txt', 'octo-org/octocats'],
		['build/logs', 'octocat'],
		['build/logs/a.log', 'octocat'],
		['docs/getting-started.md', 'doctocat'],
		['docs/build-app/troubleshooting.md', 'doctocat'],
		['apps/a.ts', 'octocat'],
		['src/apps/deep/a.ts', 'octocat'],
		['scripts/a.sh', 'doctocat', 'octocat'],
		['deeply/nested/logs/a.log', 'octocat'],
		['apps/github'],
		['apps/github/deep/a.ts'],
		['apps/github2/a.ts', 'octocat'],
	])('%s is owned by %j', (path, ...owners) => {
		expect(ownersOf(example, path)).toEqual(owners);
	});
});

describe('a pattern', () => {
	it.each<[string, string, boolean]>([
		['*', 'a', true],
		['*', 'a/b/c', true],
		['/*', 'a', true],
		['/*', 'a/b', false],
		['docs/*', 'docs/a.md', true],
		['docs/*', 'docs/a/b.md', false],
		['docs/*', 'src/docs/a.md', false],
		['docs/**', 'docs/a/b.md', true],
		['docs/*.md', 'docs/a.md', true],
		['docs/*.md', 'docs/a/b.md', false],
		['docs', 'src/docs/a', true],
		['docs', 'docs', true],
		['docs/', 'docs', false],
		['docs/', 'src/docs/a', true],
		['/docs', 'src/docs', false],
		['src/docs', 'src/docs/a', true],
		['src/docs', 'x/src/docs/a', false],
		['src/**/test', 'src/test', true],
		['src/**/test', 'src/a/b/test/c.ts', true],
		['src/**/test', 'src/a/b/tests', false],
		['**/test.ts', 'test.ts', true],
		['a?c', 'abc', true],
		['a?c', 'a/c', false],
		['a*c', 'a/c', false],
		['a*b*c', 'aXXbXXbc', true],
		['a*b*c', 'aXXbXXcb', false],
		['.github', '.github/workflows/ci.yml', true],
		['README.md', 'readme.md', false],
		['a.c', 'abc', false],
		['a(b', 'a(b', true],
		['a\\ b', 'a b', true],
		['a\\*', 'a*', true],
		['a\\*', 'ab', false],
	])('`%s` matches %s: %s', (pattern, path, expected) => {
		expect(ownersOf(`${pattern} @octocat`, path).length > 0).toBe(expected);
	});

	it('that is built to be slow matches quickly', () => {
		const text = `/${'a*'.repeat(40)}b @octocat\n/${'**/a/'.repeat(40)}b @octocat`;
		expect(ownersOf(text, 'a'.repeat(5000))).toEqual([]);
		expect(ownersOf(text, 'a/'.repeat(2000))).toEqual([]);
	});
});

describe('a file', () => {
	it.each([
		['a negation', '\n!src @octocat', '2: `!src` is no pattern'],
		['a range', '\n\nsrc/[a-z] @octocat', '3: `src/[a-z]` is no pattern'],
		['an escaped hash', '\\#a @octocat', '1: `\\#a` is no pattern'],
		['nothing but a slash', '/ @octocat', '1: `/` is no pattern'],
		['a backslash at the end', 'a\\', '1: `a\\` is no pattern'],
		['a login without `@`', '* octocat', '1: `octocat` is not a valid owner'],
		['a bot', '* @dependabot[bot]', '1: `@dependabot[bot]` is not a valid owner'],
		['a team inside a team', '* @a/b/c', '1: `@a/b/c` is not a valid owner'],
		['a section as in other services', '[Docs] @octocat', '1: `[Docs]` is no pattern'],
	])('with %s is refused, and the error names the line', (_what, text, said) => {
		const { code, message } = errorOf(() => readCodeOwners(text, '.github/CODEOWNERS'));
		expect([code, message.includes(`.github/CODEOWNERS:${said}`)]).toEqual(['bad-config', true]);
	});

	it('that is too large for GitHub to load is refused', () => {
		expect(errorOf(() => readCodeOwners(`#${' '.repeat(3_200_000)}`, 'CODEOWNERS')).message).toContain('3 MB');
	});

	it('warns about paths for which nobody can sign', () => {
		const { warnings } = readCodeOwners('a b@example.com\nc d@example.com @octocat\n', 'CODEOWNERS');
		expect(warnings).toEqual([expect.stringMatching(/^CODEOWNERS:1: `a` is owned by e-mail addresses only/)]);
	});

	it.each(['\ufeff* @Octocat', '* @octocat\r\n', '  *\t @octocat', '* @octocat#x'])(
		'is read with the bytes that editors add: %j',
		(text) => {
			if (text.includes('#')) expect(() => readCodeOwners(text, 'CODEOWNERS')).toThrow('is not a valid owner');
			else expect(ownersOf(text, 'a')).toEqual(['octocat']);
		},
	);
});
