import type { FolderEntry } from '../../core/index.ts';
import { isOwnCredential } from '../sensitive.ts';

/** How file names reach a program: each name as one word (`whole`), one name for each line (`lines`), or split at blanks (`split`). */
export type Reading = 'whole' | 'lines' | 'split';

/** An unusual name. It begins like an option or a list, or a program may read it as a command, a value, another file or a host. */
const unusual = /^[^\p{L}\p{N}_./]|[|<>=:]/u;

/** Characters that such a reader removes or interprets. */
const changing = { lines: /^\s|\s$|[\n'"\\]/, split: /[\s'"\\*?[]/ } as const;

/** Returns whether a program may get something other than the one file of that name. */
export function isOdd(path: string, reading: Reading): boolean {
	return unusual.test(path) || (reading !== 'whole' && changing[reading].test(path));
}

/** Returns whether a name is unusual for any reader. Checks plain names first, because this runs for each file of a tree. */
export function isOddAnyhow(name: string): boolean {
	return !plain.test(name) && isOdd(name, 'split');
}

const plain = /^[\w.][\w.-]*$/;

/**
 * Parts of the names of files with credentials. A fast check, because it runs for each file of a tree, and most names contain none of these
 * parts.
 */
const telling =
	/env|key|pem|p12|pfx|jks|ppk|kdbx|tfstate|rc|id_|cred|secret|token|account|auth|pass|cnf|boto|runner|sock|kubeconfig|cfg|vault|cookies|login|history|sqlite/i;

/** Folders in which files contain credentials, whatever their names are. */
const telltaleFolder =
	/(^|\/)(\.(ssh|aws|gnupg|azure|password-store|kube|docker|mozilla|config|local|cargo|gem)|library|_runner_file_commands)\//i;

/** Returns a function that says whether a file of a folder contains a credential, by its name and by the path of the folder. */
export function keptIn(folder: string): (name: string) => boolean {
	if (telltaleFolder.test(`${folder}/`)) return (name) => isOwnCredential(`${folder}/${name}`);
	return (name) =>
		telling.test(name) && !/\.([cm]?[jt]sx?|py|go|rs|java|rb|php|md)$/.test(name) && isOwnCredential(name);
}

/** Returns the entries of a folder that matter to a pattern: links, credentials, and names that are unusual for any reader. */
export function oddEntries(entries: readonly FolderEntry[], folder: string): readonly FolderEntry[] {
	const known = oddOf.get(entries);
	if (known !== undefined) return known;
	const isKept = keptIn(folder);
	const odd = entries.filter(({ name, kind }) => kind === 'link' || isOddAnyhow(name) || isKept(name));
	oddOf.set(entries, odd);
	return odd;
}

/** The result for each list of entries, because a folder is read only once. */
const oddOf = new WeakMap<readonly FolderEntry[], readonly FolderEntry[]>();

/** Returns the words that a name can become: unchanged, trimmed, without its quotes, and split. */
export function piecesOf(name: string, reading: Reading): readonly string[] {
	if (reading === 'whole') return [name];
	const bare = name.replace(/['"\\]/g, '');
	const splitter = reading === 'split' ? /\s+/ : /\n/;
	const words = [name, bare, name.trim(), ...name.split(splitter), ...bare.split(splitter)];
	return [...new Set(words)].filter((word) => word !== '');
}
