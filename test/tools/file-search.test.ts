import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { searchWith } from '../../src/tools/file-search.ts';
import { placeToRead } from '../../src/tools/place.ts';
import { parseMatches } from '../../src/tools/search-matches.ts';
import { commandLines } from '../../src/tools/search-programs.ts';
import { putFiles, sh } from '../sandbox/temporary.ts';
import { testServices } from './tool-services.ts';

const searchers = ['rg', 'git'] as const;
const hostile = [
	'--pre=touch pwned;',
	'--pre',
	'-O touch pwned',
	'--open-files-in-pager=touch pwned',
	'-f/etc/passwd',
	'--files',
	'--no-ignore',
	'--hidden --follow',
	'-uuu',
	'--',
	'-',
	'!',
	'!.git',
	'.git/**',
	'**/.git/config',
	'../**',
	'/etc/*',
	':(top)',
	':(exclude)*',
	':(attr:x)',
	':/',
	':!x',
	'.env',
	'{.env,*}',
	'[.]env',
	'*.env',
	'**',
	'$(touch pwned)',
	'`touch pwned`',
	"'; touch pwned; '",
	'a\nb',
	'\\',
	'[',
	'{',
	'(?i)x',
	'\u202e',
	'\ud800',
];

async function aSecretive() {
	const { root, services, call } = await testServices({
		'a.ts': 'needle one\n',
		'.env': 'NEEDLE=canary needle\n',
		'.env.example': 'NEEDLE= needle\n',
		'keys/server.pem': 'canary needle\n',
		'we[i]rd!/.env ': 'ordinary needle\n',
		'we[i]rd!/id_rsa': 'canary needle\n',
	});
	sh('git config needle.a canary', root);
	return { root, services, call };
}

describe.each(searchers)('credential files in a search with %s', (searcher) => {
	it('are left out, and always counted', async () => {
		const { services } = await aSecretive();
		const textOf = async (pattern: string, path = '.', glob?: string): Promise<string> => {
			const placed = placeToRead(services, path);
			return placed.ok
				? (await searchWith(searcher, { pattern, place: placed.place, glob }, services)).text
				: placed.output.text;
		};
		const left = '[3 files that hold credentials, by their names, were not searched]';
		expect(await textOf('needle')).toBe(
			`.env.example:1:NEEDLE= needle\na.ts:1:needle one\nwe[i]rd!/.env :1:ordinary needle\n${left}`,
		);
		expect(await textOf('canary')).toBe(`No line matches.\n${left}`);
		expect(await textOf('no such line')).toBe(`No line matches.\n${left}`);
		expect(await textOf('needle', 'keys')).toBe(
			'No line matches.\n[1 file that holds credentials, by its name, was not searched]',
		);
		expect(await textOf('needle', '.', '*.pem')).toBe(`No line matches.\n${left}`);
		expect(await textOf('needle', '.env')).toContain('`.env` holds credentials');
	});

	it('stay hidden for any pattern or glob', async () => {
		const { root, services } = await aSecretive();
		for (const [index, one] of hostile.entries()) {
			const glob = index % 2 === 0 ? one : undefined;
			const pattern = index % 2 === 0 ? 'needle|root:|canary' : one;
			const placed = placeToRead(services, '.');
			if (!placed.ok) throw new Error('the root is no place');
			const { text } = await searchWith(searcher, { pattern, place: placed.place, glob }, services);
			expect(text, one).not.toMatch(/canary|root:x|countersign-test|\.ts:\d+:\d+|Usage|USAGE/);
			expect(existsSync(join(root, 'pwned')), one).toBe(false);
		}
	});
});

test('a folder that is too deep to check for credentials is not searched at all', async () => {
	const { root, services } = await testServices({ 'a.ts': 'needle one\n' });
	const name = 'd'.repeat(200);
	sh(`for i in $(seq 25); do mkdir ${name} && cd ${name}; done; echo needle > .env`, root);
	const placed = placeToRead(services, '.');
	if (!placed.ok) throw new Error('the root is no place');
	await expect(searchWith('rg', { pattern: 'needle', place: placed.place }, services)).rejects.toThrow(/ENAMETOOLONG/);
});

describe('the command line of a search', () => {
	it('contains no option from the call', () => {
		const own =
			/^(--(no-config|no-ignore-(dot|global|parent)|no-messages|null|line-number|with-filename|no-heading)|--color=never|--hidden|--max-(filesize=4M|columns=2000|columns-preview)|--glob=.*|--untracked|-I|--no-color|--full-name|--perl-regexp|-e)$/s;
		for (const pattern of hostile)
			for (const glob of [...hostile, undefined])
				for (const path of ['.', '-x', '--pre=x', 'a/b']) {
					const search = { pattern, glob, path, without: ['.env', '--pre=x/.env'] };
					const ripgrep = commandLines.rg(search);
					const at = ripgrep.length - 3;
					expect(ripgrep.slice(at)).toEqual(['--', pattern, path === '.' ? './' : path]);
					for (const option of ripgrep.slice(1, at)) expect(option).toMatch(own);
					const git = commandLines.git(search);
					const end = git.indexOf(pattern, 9) + 1;
					expect([git[end - 2], git[end - 1], git[end]]).toEqual(['-e', pattern, '--']);
					for (const option of git.slice(2, end - 1)) expect(option).toMatch(own);
					for (const pathspec of git.slice(end + 1)) expect(pathspec).toMatch(/^:\(top,/);
				}
	});

	it('escapes the names of excluded files', () => {
		const search = { pattern: 'x', path: '.', without: ['a[b]{c}*?!\\ /.env '] };
		expect(commandLines.rg(search)).toContain('--glob=!/a\\[b\\]\\{c\\}\\*\\?\\!\\\\\\ /.env\\ ');
		expect(commandLines.git(search)).toContain(`:(top,exclude,literal)${search.without[0]}`);
	});

	it('never contains a pattern or glob that is too long', async () => {
		const { call } = await testServices();
		expect((await call('file_search', { pattern: 'x'.repeat(10_001) })).text).toContain('at most 10000 are searched');
		expect((await call('file_search', { pattern: 'x', glob: '*'.repeat(1_001) })).text).toContain('at most 1000');
		expect((await call('file_search', { pattern: 'x'.repeat(10_000) })).text).toBe('No line matches.');
	});
});

describe('the matches of a search', () => {
	it('are split at NUL, so that a file name cannot fake a match', async () => {
		expect(
			parseMatches('b:7:x\n.env\x001:text\nbin: binary file matches (found "\\0" byte around offset 1)\na\x0012:y\n'),
		).toEqual([
			{ path: 'a', line: 12, text: 'y' },
			{ path: 'b:7:x\n.env', line: 1, text: 'text' },
		]);
	});

	it.each(searchers)('from %s leave out binary files, ignored files and closed folders', async (searcher) => {
		const { root, services } = await testServices({
			'.gitignore': 'ignored\n',
			'a:3:b.ts': 'needle\n',
			'.ignore': '*.ts\n',
		});
		putFiles(root, { 'ignored/x': 'needle', bin: 'needle\n\0\0 needle\n', 'closed/x': 'needle' });
		chmodSync(join(root, 'closed'), 0o000);
		const placed = placeToRead(services, '.');
		if (!placed.ok) throw new Error('the root is no place');
		const { text } = await searchWith(searcher, { pattern: 'needle', place: placed.place }, services);
		chmodSync(join(root, 'closed'), 0o755);
		expect(text.split('\n').filter((line) => !line.startsWith('closed/'))).toEqual(['a:3:b.ts:1:needle']);
	});
});
