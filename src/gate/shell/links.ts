import { posix } from 'node:path';
import type { Facts, FolderEntry } from '../../core/index.ts';
import { locate } from '../locate.ts';
import type { Finding, Invocation } from './program.ts';
import type { Word } from './word.ts';

/** The links that this command line makes: absolute paths and their targets. */
export type Links = Map<string, string>;

/** The links and files that a command line has made so far. The paths of files are as in effects. */
export interface Made {
	readonly links: Links;
	readonly written: Map<string, string>;
	/** Files with unusual names, by their paths as in effects. */
	readonly odd: Set<string>;
}

/** Files that came from another machine. */
interface Fetched {
	readonly fetchedFiles: Set<string>;
}

const mostSteps = 8;

/** If one line makes more than this number of names in a folder, the entries of the folder are unknown. */
const mostMade = 8;

/** Returns the names in a folder, including the names that the line makes there. */
function namesWithMade(facts: Facts, { links, odd }: Made): NonNullable<Facts['entries']> {
	const known = new Map<string, { readonly count: number; readonly entries: readonly FolderEntry[] }>();
	return (folder) => {
		const own = facts.entries?.(folder);
		if (own === undefined || links.size + odd.size === 0) return own;
		const made = madeBelow(folder, { links, odd }, facts);
		if (made.length === 0) return own;
		if (made.length > mostMade) return undefined;
		const before = known.get(folder);
		if (before?.count === made.length) return before.entries;
		const here = made.filter(({ name }) => !name.includes('/'));
		const entries = [...own, ...here];
		known.set(folder, { count: made.length, entries });
		return entries;
	};
}

/** Returns the links, and the files with unusual names, that the line makes below a folder. Paths are relative to the folder. */
function madeBelow(
	folder: string,
	{ links, odd }: Pick<Made, 'links' | 'odd'>,
	{ root }: Facts,
): readonly FolderEntry[] {
	const files = [...odd].map((path) => posix.resolve(root, path));
	const all = [
		...files.map((path) => [path, 'file'] as const),
		...[...links.keys()].map((path) => [path, 'link'] as const),
	];
	return all.flatMap(([path, kind]) =>
		path.startsWith(`${folder}/`) ? [{ name: path.slice(folder.length + 1), kind }] : [],
	);
}

/** Adds the links and texts that the command line makes to the facts, because later commands of the line use them. */
export function withMade(facts: Facts, made: Made): Facts {
	const { links, written } = made;
	return {
		...facts,
		realPath: (path) => facts.realPath(followed(path, links)),
		...(facts.entries && { entries: namesWithMade(facts, made) }),
		readText: (path) => written.get(path) ?? facts.readText(path),
		...(facts.isFile && { isFile: (path) => written.has(path) || facts.isFile?.(path) === true }),
	};
}

function followed(given: string, links: Links): string {
	let path = given;
	for (let step = 0; step < mostSteps && links.size > 0; step++) {
		const link = [...links.keys()].find((at) => path === at || path.startsWith(`${at}/`));
		if (link === undefined) return path;
		path = posix.normalize(`${links.get(link)}/${path.slice(link.length)}`);
	}
	return path;
}

/** Returns the links that `ln` makes, or `cp` with links. `ln target` makes a link in the current folder. */
export function linked(it: Invocation, isSymbolic: boolean, isCopy = false): readonly Finding[] {
	const { operands, scope } = it;
	const [folder] = it.values('-t', '--target-directory');
	const last = folder ?? (operands.length > 1 ? operands.at(-1) : undefined);
	const sources = folder !== undefined || operands.length === 1 ? operands : operands.slice(0, -1);
	if (scope.cwd === undefined || (last !== undefined && (!last.known || last.pattern))) return [];
	const { cwd } = scope;
	const target = posix.resolve(cwd, last?.text ?? '.');
	const isInto =
		folder !== undefined ||
		last === undefined ||
		sources.length > 1 ||
		(!it.has('-T', '--no-target-directory') && scope.facts.isDirectory?.(target) === true);
	return sources.flatMap((source): readonly Finding[] => {
		const text = pathIn(source);
		if (text === undefined) return [];
		const at = isInto ? posix.join(target, posix.basename(text)) : target;
		const to = posix.resolve(isSymbolic ? posix.dirname(at) : cwd, text);
		return [{ find: 'link', at, to, ...(isCopy && { isCopy }) }];
	});
}

/** Returns the path in a word. For `$(which rm)`, this is a usual path of `rm`, because the folder does not matter. */
function pathIn({ known, pattern, text, program }: Word): string | undefined {
	if (known) return pattern ? undefined : text;
	return program === undefined ? undefined : `/usr/bin/${program}`;
}

/** Records a link under its written path, and under the real path of its folder. */
export function noteLink(
	{ at, to, isCopy }: Extract<Finding, { find: 'link' }>,
	facts: Facts,
	made: Made & Fetched,
): void {
	if (to === at) return;
	if (isCopy === true && !isProgram(to)) {
		noteCopy(at, to, facts, made);
		return;
	}
	const { links } = made;
	const folder = facts.realPath(posix.dirname(at));
	links.set(at, to);
	if (folder !== undefined) links.set(posix.join(folder, posix.basename(at)), to);
}

/** Returns whether a path is a program of the machine. A copy of a program has the same effects. */
function isProgram(path: string): boolean {
	return /^\/(usr\/(local\/)?)?s?bin\//.test(path);
}

function noteCopy(at: string, to: string, facts: Facts, { written, fetchedFiles }: Made & Fetched): void {
	const [from, place] = [locate(facts, to, '/'), locate(facts, at, '/')];
	const text = from === undefined ? undefined : facts.readText(from.path);
	if (place === undefined) return;
	if (from !== undefined && fetchedFiles.has(from.path)) fetchedFiles.add(place.path);
	if (text === undefined) written.delete(place.path);
	else written.set(place.path, text);
}
