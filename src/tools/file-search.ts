import { z } from 'zod';
import type { ToolOutput } from '../core/index.ts';
import { findProgram, runSandboxed } from '../sandbox/index.ts';
import { placeToRead } from './place.ts';
import { type Bench, defineTool, done, refused } from './tool.ts';

/** What is searched, and where. */
export interface Search {
	readonly pattern: string;
	/** Relative to the root of the checkout. */
	readonly path: string;
	readonly glob?: string | undefined;
}

/** The programs that can search. */
export type Searcher = 'rg' | 'git';

const mostLines = 300;
const longestLine = 400;
const wallSeconds = 30;

/** Finds lines by a regular expression. */
export const fileSearch = defineTool({
	name: 'file_search',
	description: 'Find lines that match a regular expression in the files of the checkout.',
	args: z.strictObject({ pattern: z.string(), path: z.string().optional(), glob: z.string().optional() }),
	run: async ({ pattern, path = '.', glob }, bench) => {
		if (pattern === '') return refused('`pattern` is empty. Name a regular expression.');
		if ([pattern, glob ?? ''].some((text) => text.includes('\0'))) return refused('The pattern holds a NUL byte.');
		const placed = placeToRead(bench, path);
		if (!placed.ok) return placed.output;
		const searcher = findProgram('rg', bench.sandbox?.toolchain) === undefined ? 'git' : 'rg';
		return searchWith(searcher, { pattern, path: placed.place.path, glob }, bench);
	},
});

/** Searches with one of the programs, in the sandbox: patterns and file names come from anybody. */
export async function searchWith(searcher: Searcher, search: Search, bench: Bench): Promise<ToolOutput> {
	const result = await runSandboxed({
		argv: searcher === 'rg' ? ripgrep(search) : gitGrep(search),
		workspace: bench.workspace.root,
		toolchain: bench.sandbox?.toolchain ?? [],
		limits: { ...bench.sandbox?.limits, wallSeconds, headBytes: 262_144, tailBytes: 0 },
		apart: true,
	});
	if (result.timedOut)
		return refused(`The search took longer than ${wallSeconds} s. Search in a folder, or for something simpler.`);
	const complaint = result.errors.head.trim().split('\n').slice(-3).join('\n');
	const { output } = result;
	if (output.bytes === 0)
		return result.exitCode === 1 ? done('No line matches.') : refused(`The search failed: ${complaint}`);
	return done(renderMatches(output.head, output.omittedBytes > 0));
}

function ripgrep({ pattern, path, glob }: Search): readonly string[] {
	return [
		'rg',
		'--no-config',
		'--line-number',
		'--with-filename',
		'--no-heading',
		'--color=never',
		'--sort=path',
		'--hidden',
		'--max-filesize=4M',
		...(glob === undefined ? [] : [`--glob=${glob}`]),
		'--glob=!.git',
		'--',
		pattern,
		path,
	];
}

function gitGrep({ pattern, path, glob }: Search): readonly string[] {
	const options = ['--untracked', '--line-number', '-I', '--no-color', '--full-name', '--perl-regexp'];
	return ['git', 'grep', ...options, '-e', pattern, '--', ...pathspecs(path, glob)];
}

/** Ripgrep's reading of a glob in git's words: without a slash it matches at any depth, `!` excludes. */
function pathspecs(path: string, glob: string | undefined): readonly string[] {
	const literal = `:(top,literal)${path === '.' ? '' : path}`;
	if (glob === undefined) return [literal];
	const bare = glob.replace(/^!/, '').replace(/^\//, '');
	const deep = bare.includes('/') ? bare : `**/${bare}`;
	if (glob.startsWith('!')) return [literal, `:(top,exclude,glob)${deep}`];
	if (path === '.') return [`:(top,glob)${deep}`];
	// Pathspecs are alternatives: the folder is put before the glob.
	const folder = path.replace(/[*?[\]\\]/g, '\\$&');
	return [`:(top,glob)${deep.startsWith(`${path}/`) ? deep : `${folder}/${deep}`}`];
}

function renderMatches(text: string, cut: boolean): string {
	const lines = text.split('\n').filter((line) => line !== '');
	const shown = lines.slice(0, mostLines).map((line) => {
		const plain = line.replace(/^\.\//, '');
		return plain.length > longestLine ? `${plain.slice(0, longestLine)}[…]` : plain;
	});
	const more = cut || lines.length > mostLines;
	const note = `[only the first ${shown.length} matches are shown; name a folder, a glob or a longer pattern]`;
	return more ? `${shown.join('\n')}\n${note}` : shown.join('\n');
}
