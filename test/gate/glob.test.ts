import { describe, expect, it } from 'vitest';
import { compileGlob, type Glob } from '../../src/gate/glob.ts';

function glob(source: string, of: 'path' | 'branch' = 'path'): Glob {
	const compiled = compileGlob(source, of);
	if (typeof compiled === 'string') throw new Error(compiled);
	return compiled;
}

describe('a glob', () => {
	it.each<[string, readonly string[], readonly string[]]>([
		['src/*.ts', ['src/a.ts', 'src/.ts'], ['src/a/b.ts', 'a.ts', 'src/a.tsx', 'xsrc/a.ts']],
		['src/**', ['src', 'src/a', 'src/a/b'], ['srcs', 'srcs/a', '.']],
		['**', ['.', 'a', 'a/b', '.env'], ['/a', '/', '~/a', '$X']],
		['*', ['a', '.a', 'main'], ['a/b', '.', '/a']],
		['**/*.md', ['a.md', 'a/b/c.md'], ['a.mdx', '/a.md', '~/a.md']],
		['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb', 'a/b/c']],
		['**/.*/**', ['.git', '.git/a', 'a/.b/c'], ['a', 'a/b']],
		['a?c', ['abc', 'a.c'], ['ac', 'a/c', 'abbc']],
		['[a-c]x[!0-9]', ['axb', 'cx-'], ['dxb', 'ax1', 'ax/']],
		['[[]slug].tsx', ['[slug].tsx'], ['slug.tsx']],
		['{src,test}/*.{ts,js}', ['src/a.ts', 'test/a.js'], ['lib/a.ts', 'src/a.md']],
		['~/.config/*', ['~/.config/a'], ['.config/a', '/home/x/.config/a']],
		['/tmp/**', ['/tmp', '/tmp/a/b'], ['tmp/a', '/tmpx']],
		['a.b', ['a.b'], ['axb']],
	])('matches only the expected paths: %s', (source, hits, misses) => {
		expect(hits.filter((name) => !glob(source).test(name))).toEqual([]);
		expect(misses.filter((name) => glob(source).test(name))).toEqual([]);
	});

	it('covers a whole tree only when it ends in `**`', () => {
		expect(glob('src/**').coversTree('src')).toBe(true);
		expect(glob('src/**').coversTree('src/a')).toBe(true);
		expect(glob('{a,src/**}').coversTree('a')).toBe(false);
		expect(glob('src/*').coversTree('src/a')).toBe(false);
		expect(glob('**').coversTree('.')).toBe(true);
	});

	it.each<[string, string, boolean]>([
		['src/*.ts', 'src/*', true],
		['src/*.ts', '*.ts', false],
		['src/*.ts', '**', true],
		['src/*.ts', '**/*.md', false],
		['src/*.ts', 'src/[ab].ts', true],
		['src/*.ts', 'src/a{.ts,.js}', true],
		['src/*.ts', 'lib/{a,b}.js', false],
		['*.key', 'server.k?y', true],
		['**/*.key', '/etc/*', false],
		['a*b', '*c', false],
		['a*b', '*b*', true],
	])('%s meets the pattern %s only if some path matches both', (source, pattern, meets) => {
		expect(glob(source).meets(pattern)).toBe(meets);
	});

	it('knows whether all its matches lie below a folder', () => {
		expect(glob('vendor/lib/**').isBelow('vendor')).toBe(true);
		expect(glob('vendor/**').isBelow('vendor')).toBe(false);
		expect(glob('vendored/**').isBelow('vendor')).toBe(false);
		expect(glob('**/*.key').isBelow('vendor')).toBe(false);
	});

	it('takes bounded time, and does not match overlong names', () => {
		const hostile = glob(`${'*a'.repeat(100)}b`);
		expect(hostile.test('a'.repeat(4000))).toBe(false);
		expect(hostile.meets(`${'*a'.repeat(100)}*`)).toBe(true);
		expect(glob('**').test('a'.repeat(5000))).toBe(false);
		expect(glob('x').meets('a'.repeat(5000))).toBe(true);
	});

	it.each<[string, 'path' | 'branch', string]>([
		['', 'path', 'it is empty'],
		['!src', 'path', 'a glob cannot exclude names; put another rule before this one'],
		['src\\a', 'path', 'use `/` between the parts of a name; a backslash is not allowed'],
		['src/[a', 'path', 'a `[` is not closed, or holds nothing'],
		['src/[]', 'path', 'a `[` is not closed, or holds nothing'],
		['src/{a,b', 'path', 'a `{` is not closed'],
		['src/a}', 'path', 'a `}` has no `{`'],
		['{a,{b,c}}', 'path', 'braces stand in braces'],
		['{a,b}'.repeat(7), 'path', 'its braces have too many alternatives'],
		['./src/*', 'path', 'it begins with `./`; did you mean `src/*`?'],
		['src/', 'path', 'it ends in `/`; did you mean `src/**`?'],
		['src//a', 'path', 'it has a part that no name can have'],
		['../a', 'path', 'it has a part that no name can have'],
		['src**', 'path', '`**` is joined to other characters; did you mean `src/**`?'],
		['**.ts', 'path', '`**` is joined to other characters; did you mean `**/*.ts`?'],
		['a/**/**', 'path', 'it has too many `**`'],
		['~octocat/a', 'path', 'the gate does not know the homes of other users; did you mean `~/`?'],
		['refs/heads/main', 'branch', 'a branch is named without `refs/heads/`; did you mean `main`?'],
		['/main', 'branch', 'a branch is named without `refs/heads/`; did you mean `main`?'],
		['a'.repeat(1001), 'path', 'it is too long'],
	])('%s is invalid as a %s', (source, of, fault) => {
		expect(compileGlob(source, of)).toBe(fault);
	});
});
