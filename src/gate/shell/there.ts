import { posix } from 'node:path';
import type { Facts, FolderEntry } from '../../core/index.ts';
import { locate } from '../locate.ts';
import { isCertificate, isCredential, isExecutedLater } from '../sensitive.ts';
import { isOdd, isOddAnyhow, keptIn, oddEntries, type Reading } from './odd-names.ts';
import type { Scope } from './program.ts';
import { matchesComponent } from './shell-pattern.ts';
import { holdsNames, refWord, type Word } from './word.ts';

/** The results of a pattern on the disk that are not ordinary files of the checkout. */
export interface There {
	/** Unusual names, as the pattern's words would contain them. */
	readonly names: readonly string[];
	readonly links: readonly LinkThere[];
	/** Files with credentials, by their names. */
	readonly secrets: readonly string[];
	/** Some files could not be checked. */
	readonly isUnknown: boolean;
}

/** A link that leads out of the checkout or to a guarded file: its target, and the rest of the pattern after the link. */
export interface LinkThere {
	readonly to: string;
	readonly rest: string;
}

interface Search {
	readonly facts: Facts;
	/** A wildcard also matches hidden files. */
	readonly hidden: boolean;
	/** A program lists the files. It does not follow links by itself. */
	readonly isListed: boolean;
	/** Linked folders are searched too. */
	readonly follows: boolean;
	/** Paths below the folder where the search starts. */
	readonly names: (readonly string[])[];
	readonly links: Map<string, LinkThere>;
	readonly secrets: string[];
	isUnknown: boolean;
}

/** The position of a search: the real folder, and the written components of the path. */
interface Place {
	readonly folder: string;
	readonly shown: readonly string[];
}

/** The most names or links of one pattern that are returned. */
const most = 200;
const mostNames = 2_000;
/** The most links that are followed one after another. */
const mostLinks = 4;

const nothing: There = { names: [], links: [], secrets: [], isUnknown: false };

/**
 * Looks for unusual names and links among the files of a pattern. Searches only the checkout and folders for temporary files, because other
 * people cannot write elsewhere.
 */
export function lookFor(word: Word, scope: Scope, follows = false): There {
	if (!word.known || word.looked === true || !holdsNames(word) || word.text === refWord.text) return nothing;
	const start = startOf(word.from?.pattern ?? word.text, scope);
	if (start === undefined) return nothing;
	const search: Search = {
		facts: scope.facts,
		hidden: word.from?.hidden ?? (word.listed !== undefined || word.whole === true),
		isListed: word.listed !== undefined,
		follows,
		names: [],
		links: new Map(),
		secrets: [],
		isUnknown: false,
	};
	walk({ folder: start.folder, shown: [] }, start.components, search, mostLinks);
	const links = word.linkless === true ? [] : [...search.links.values()].slice(0, most);
	const names = namesAs(word, search.names).filter((name) => isOdd(name, readingOf(word)));
	const isUnknown =
		search.isUnknown || search.names.length > mostNames || names.length > most || search.links.size > most;
	return { names: names.slice(0, most), links, secrets: search.secrets.slice(0, most), isUnknown };
}

/** Returns the folder before the first wildcard and the rest of the pattern; undefined if other people cannot write to that folder. */
function startOf(
	pattern: string,
	{ facts, cwd }: Scope,
): { folder: string; components: readonly string[] } | undefined {
	const components = pattern.replace(/(?<=.)\/{2,}/g, '/').split('/');
	const first = components.findIndex((component) => wild.test(component));
	if (first < 0 || (cwd === undefined && !pattern.startsWith('/'))) return undefined;
	const fixed = components.slice(0, first).join('/');
	const place = locate(facts, fixed || (pattern.startsWith('/') ? '/' : '.'), cwd ?? '/');
	if (place === undefined) return undefined;
	const folder = place.inside ? posix.join(facts.root, place.path) : place.path;
	return isOurs(folder, facts) ? { folder, components: components.slice(first) } : undefined;
}

/**
 * Returns the paths as the program gets them. If a command changed the list, or listed names without the folder, the beginning of a path
 * may be missing.
 */
function namesAs({ text, from }: Word, found: readonly (readonly string[])[]): readonly string[] {
	if (from === undefined || from.shown === text) {
		const fixed = /^(?:[^*?[{(/]*\/)*/.exec(text)?.[0] ?? '';
		return found.map((path) => fixed + path.join('/'));
	}
	return [...new Set(found.flatMap((path) => path.map((_, i) => path.slice(i).join('/'))))].filter((one) => one !== '');
}

/** Returns how the names of a pattern reach the program. */
export function readingOf({ listed, loose }: Word): Reading {
	return loose === true ? 'split' : (listed ?? 'whole');
}

const wild = /[*?[{(]/;

function isOurs(folder: string, { root, roots = [] }: Facts): boolean {
	return [root, ...roots, '/tmp', '/var/tmp'].some((one) => folder === one || folder.startsWith(`${one}/`));
}

function walk(place: Place, components: readonly string[], search: Search, links: number): void {
	const [component, ...rest] = components;
	if (component === undefined || search.links.size > most) return;
	if (component.includes('**')) walkTree(place, components, search, links);
	else walkFolder(place, component, rest, search, links);
}

function walkFolder(place: Place, component: string, rest: readonly string[], search: Search, links: number): void {
	const entries = entriesOf(place.folder, search.facts, rest.length > 0);
	if (entries === undefined) search.isUnknown = true;
	for (const { name, kind } of entries ?? []) {
		if (!isMatch(component, name, search)) continue;
		const at: Place = { folder: posix.join(place.folder, name), shown: [...place.shown, name] };
		if (kind === 'link') visitLink(at, rest, search, links);
		else if (rest.every((one) => one === '')) tell(at, rest, search);
		else if (kind !== 'file' && name !== '.git') walk(at, rest, search, links);
	}
}

function isMatch(component: string, name: string, { hidden }: Search): boolean {
	// A wildcard of the shell does not match a leading dot.
	const mayHide = hidden || !name.startsWith('.') || /^(\.|\[.*\.|[?*+@!]\()/.test(component);
	return mayHide && matchesComponent(component, name);
}

/**
 * Adds a file to the results if it is a credential, or if its name is unusual. Whether an unusual name matters depends on how the program
 * reads names, so this is decided later.
 */
function tell({ folder: file, shown }: Place, rest: readonly string[], { names, secrets, facts }: Search): void {
	const path = [...shown, ...rest];
	const isKept = keptIn(inRoot(posix.dirname(file), facts));
	if (secrets.length <= most && isKept(posix.basename(file))) secrets.push(path.join('/'));
	if (names.length <= mostNames && path.some(isOddAnyhow)) names.push(path);
}

/** Replaces a link by its target, and continues there with the rest of the pattern. */
function visitLink(at: Place, rest: readonly string[], search: Search, links: number): void {
	const { facts } = search;
	const to = facts.realPath(at.folder);
	if (rest.every((one) => one === '')) tell(at, rest, search);
	if (to === undefined) search.isUnknown = true;
	else if (isGuarded(to, facts)) search.links.set([to, ...rest].join('/'), { to, rest: rest.join('/') });
	else if (links > 0 && rest.some((one) => one !== '')) walk({ ...at, folder: to }, rest, search, links - 1);
	else if (links > 0 && search.follows) walk({ ...at, folder: to }, ['**'], search, links - 1);
}

/** Returns the path of a folder in the checkout, from the root. Returns any other path unchanged. */
function inRoot(folder: string, { root }: Facts): string {
	return folder === root ? '' : folder.startsWith(`${root}/`) ? folder.slice(root.length + 1) : folder;
}

/** Returns whether a path is outside the checkout, or needs approval when it is named directly. */
function isGuarded(real: string, { root, roots = [] }: Facts): boolean {
	if (![root, ...roots].some((one) => real === one || real.startsWith(`${one}/`))) return true;
	const path = real.startsWith(`${root}/`) ? real.slice(root.length + 1) : real;
	return isCredential(path) || isCertificate(path) || isExecutedLater(path) || /(^|\/)\.git(\/|$)/.test(path);
}

/**
 * `**` matches everything below a folder. Shells and programs that list files do not follow links there, but a shell without `globstar`
 * does.
 */
function walkTree(place: Place, components: readonly string[], search: Search, links: number): void {
	const { odd, isWhole } = treeBelow(place.folder, search.facts);
	const work = workOn(search.facts);
	work.left -= odd.length;
	if (!isWhole || work.left <= 0) search.isUnknown = true;
	if (work.left <= 0) return;
	for (const { path, isLink } of odd) {
		const at: Place = { folder: posix.join(place.folder, ...path), shown: [...place.shown, ...path] };
		for (const left of leftovers(components, path, search)) {
			if (isLink && (left.length === 0 || !search.isListed)) visitLink(at, left, search, links);
			else if (left.every((one) => one === '')) tell(at, left, search);
		}
	}
}

/** Returns the rest of the pattern after its beginning has matched a path. There can be several ways to match. */
function leftovers(components: readonly string[], path: readonly string[], search: Search): readonly string[][] {
	const [component, ...rest] = components;
	const [name, ...below] = path;
	if (name === undefined) return [components.every((one) => one.includes('**')) ? [] : [...components]];
	if (component === undefined) return [];
	// `x**` may match anything that begins with `x`.
	if (component !== '**' && component.includes('**')) return [[]];
	if (component === '**') {
		const isPassed = search.hidden || !name.startsWith('.');
		return [...leftovers(rest, path, search), ...(isPassed ? leftovers(components, below, search) : [])];
	}
	return isMatch(component, name, search) ? leftovers(rest, below, search) : [];
}

interface Odd {
	readonly path: readonly string[];
	readonly isLink: boolean;
}

interface Tree {
	/** The entries of the top folder. If they change, the tree is read again. */
	readonly entries: readonly FolderEntry[];
	readonly odd: readonly Odd[];
	/** Files that list the paths that searches skip. */
	readonly ignoring: readonly (readonly string[])[];
	readonly isWhole: boolean;
}

/** The work on the names of one command line. The key is its facts, which are created for each line. */
interface Work {
	readonly trees: Map<string, Tree>;
	left: number;
}

const works = new WeakMap<Facts, Work>();

/** The number of entries that are checked for all patterns of a line. */
const mostWork = 80_000;

function workOn(facts: Facts): Work {
	const work = works.get(facts) ?? { trees: new Map(), left: mostWork };
	works.set(facts, work);
	return work;
}

/** Returns the ignore files of the checkout; undefined if the search was not complete. */
export function ignoreFilesBelow(facts: Facts): readonly string[] | undefined {
	const { ignoring, isWhole } = treeBelow(facts.root, facts);
	return isWhole ? ignoring.map((path) => path.join('/')) : undefined;
}

/** Names of files that list the paths that searches and git skip. */
export const ignoreFile = /^\.(git|rg|fd|ag|hg)?ignore$/;

/** Returns the entries of a folder, or only the unusual ones; undefined if they are unknown or the limit is reached. */
function entriesOf(folder: string, facts: Facts, isWhole: boolean): readonly FolderEntry[] | undefined {
	const work = workOn(facts);
	const all = work.left > 0 ? facts.entries?.(folder) : undefined;
	const entries = isWhole || all === undefined ? all : oddEntries(all, inRoot(folder, facts));
	work.left -= 1 + (entries?.length ?? 0);
	return entries;
}

function treeBelow(folder: string, facts: Facts): Omit<Tree, 'entries'> {
	const { trees } = workOn(facts);
	const known = trees.get(folder);
	const entries = facts.entries?.(folder);
	if (entries === undefined) return { odd: [], ignoring: [], isWhole: false };
	if (known?.entries === entries) return known;
	const tree = { entries, ...readTree(folder, facts) };
	trees.set(folder, tree);
	return tree;
}

/**
 * Returns links, credentials and unusual names below a folder, and everything in folders with unusual names. Skips git's own folder and the
 * folders of package managers.
 */
function readTree(folder: string, facts: Facts): Omit<Tree, 'entries'> {
	const odd: Odd[] = [];
	const ignoring: (readonly string[])[] = [];
	const left: { readonly path: readonly string[]; readonly isOdd: boolean }[] = [{ path: [], isOdd: false }];
	for (let next = left.pop(); next !== undefined; next = left.pop()) {
		const entries = entriesOf(posix.join(folder, ...next.path), facts, true);
		if (entries === undefined) return { odd, ignoring, isWhole: false };
		const isKept = keptIn(inRoot(posix.join(folder, ...next.path), facts));
		for (const { name, kind } of entries) {
			const isOwnOdd = next.isOdd || isOddAnyhow(name);
			if (isOwnOdd || kind === 'link' || isKept(name))
				odd.push({ path: [...next.path, name], isLink: kind === 'link' });
			if (ignoreFile.test(name) && kind !== 'folder') ignoring.push([...next.path, name]);
			if (kind === 'folder' && name !== '.git') left.push({ path: [...next.path, name], isOdd: isOwnOdd });
		}
	}
	return { odd, ignoring, isWhole: true };
}
