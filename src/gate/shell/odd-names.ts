import type { FolderEntry } from '../../core/index.ts';

/** How names reach a program: each as one word, one for each line that is read, or split at blanks. */
export type Reading = 'whole' | 'lines' | 'split';

/** An unusual name: an option or a list at its beginning, or what a program may take for a command, a value, another file or a host. */
const unusual = /^[^\p{L}\p{N}_./]|[|<>=:]/u;

/** What readers of lines and names take off or read otherwise. */
const changing = { lines: /^\s|\s$|[\n'"\\]/, split: /[\s'"\\*?[]/ } as const;

/** Whether a program may get something else than the one file of that name. */
export function isOdd(path: string, reading: Reading): boolean {
	return unusual.test(path) || (reading !== 'whole' && changing[reading].test(path));
}

/** Whether a name is odd for any reader. Most names are plain, and this is asked of each file of a tree. */
export function isOddAnyhow(name: string): boolean {
	return !plain.test(name) && isOdd(name, 'split');
}

const plain = /^[\w.][\w.-]*$/;

/** What of a folder can matter to a pattern: links, and names that are odd in one of these ways, also as a part of a path. */
export function oddEntries(entries: readonly FolderEntry[]): readonly FolderEntry[] {
	const known = oddOf.get(entries);
	if (known !== undefined) return known;
	const odd = entries.filter(({ name, kind }) => kind === 'link' || isOddAnyhow(name));
	oddOf.set(entries, odd);
	return odd;
}

/** The entries of a folder are asked for once, so that what is odd among them is sought once. */
const oddOf = new WeakMap<readonly FolderEntry[], readonly FolderEntry[]>();

/** The words that a name becomes: as it stands, without its quotes or the blanks around it, and split where names are. */
export function piecesOf(name: string, reading: Reading): readonly string[] {
	if (reading === 'whole') return [name];
	const bare = name.replace(/['"\\]/g, '');
	const splitter = reading === 'split' ? /\s+/ : /\n/;
	const words = [name, bare, name.trim(), ...name.split(splitter), ...bare.split(splitter)];
	return [...new Set(words)].filter((word) => word !== '');
}
