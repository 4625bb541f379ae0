import type { FileState } from '../../core/index.ts';
import { fenced } from '../text/markdown.ts';
import { spelledText, valueSpan } from '../text/spelled.ts';
import { type FileChange, fileDiff } from './file-diff.ts';

/** A file before or after a delivery. */
export interface ShownState {
	readonly mode: FileState['mode'];
	readonly size: number;
	readonly sha256: string;
	/** Undefined if the file is not text. */
	readonly text?: string;
}

/** Who wrote a file, according to the run's calls. */
export type FileWriter = 'file-tool' | 'file-tool-then-commands' | 'command';

/** A file whose delivery needs approval. */
export interface ShownDelivered {
	readonly path: string;
	/** Undefined if there is no file. */
	readonly before?: ShownState;
	readonly after?: ShownState;
	/** If true, the request does not show the file, because the file contains a credential. */
	readonly isSecret: boolean;
	/**
	 * Only for a lockfile. `packages` has lines about its packages, for a difference that is too long to read. It is left out if the packages
	 * are not known.
	 */
	readonly lock?: { readonly packages?: readonly string[] };
	/**
	 * The file needs approval because of its size, because it is generated, or because it is one of many deletions. If its difference is
	 * long, only the digest is shown.
	 */
	readonly isBulk?: true;
	/** Who wrote the file. If left out, the request does not show this. */
	readonly writtenBy?: FileWriter;
}

/** The part of a delivery that a request shows. */
export interface ShownDelivery {
	readonly files: readonly ShownDelivered[];
	/** The number of files that need no approval. */
	readonly others: number;
}

/** The longest difference that a request shows for a lockfile or for a file with `isBulk`. */
const longestRead = 20_000;
/** The longest difference that a request shows for one of many deletions. */
const longestDeletion = 1_000;

/** Returns one or more blocks for each file that needs approval, and one block about the other files. */
export function deliveryBlocks({ files, others }: ShownDelivery): readonly string[] {
	return [...files.flatMap(fileBlocks), ...(others === 0 ? [] : [othersBlock(others)])];
}

function othersBlock(others: number): string {
	const which = others === 1 ? '1 file' : `${others} files`;
	return `**Not shown here:** the content of ${which} of the list above, because no rule requires approval for ${others === 1 ? 'it' : 'them'}. Your approval also covers ${others === 1 ? 'this file. You can see it' : 'these files. You can see them'} only after you approve, in the pull request.`;
}

const kinds: Readonly<Record<FileState['mode'], string>> = {
	'100644': 'an ordinary file',
	'100755': 'an executable file',
	'120000': 'a symbolic link',
};

const writers: Readonly<Record<FileWriter, string>> = {
	'file-tool': 'written by a file tool',
	'file-tool-then-commands': 'written by a file tool, and perhaps changed by a later command',
	command: 'written by a command',
};

function fileBlocks(file: ShownDelivered): readonly string[] {
	const { words = [], diff } = contentOf(file);
	const by = file.writtenBy === undefined ? '' : `, ${writers[file.writtenBy]}`;
	const heading = [`##### It would deliver ${valueSpan(file.path)}: ${changeWords(file)}${by}`, ...words].join('\n\n');
	const [first, ...others] = diff === undefined ? [] : pieces(diff).map((piece) => fenced(piece, 'diff'));
	if (first === undefined) return [heading];
	return [`${heading}\n${first}`, ...others.map((piece) => `${valueSpan(file.path)}, continued:\n${piece}`)];
}

/**
 * The longest piece of a difference in one block. A long difference is divided into several blocks, so it can continue in the next comment.
 */
const longestPiece = 25_000;

function pieces(text: string): readonly string[] {
	const found: string[][] = [[]];
	let length = 0;
	for (const line of text.split('\n')) {
		if (length > 0 && length + line.length > longestPiece) {
			found.push([]);
			length = 0;
		}
		found.at(-1)?.push(line);
		length += line.length + 1;
	}
	return found.map((lines) => lines.join('\n'));
}

function changeWords({ before, after }: ShownDelivered): string {
	if (after === undefined) return `deleted, was ${kinds[before?.mode ?? '100644']}`;
	if (before === undefined) return `new, ${kinds[after.mode]} (mode ${after.mode})`;
	if (before.mode === after.mode) return after.mode === '100644' ? 'changed' : `changed, ${kinds[after.mode]}`;
	return `${kinds[before.mode]} becomes ${kinds[after.mode]} (mode ${before.mode} → ${after.mode})`;
}

/** Sentences about a file's content, and its difference. */
interface Told {
	readonly words?: readonly string[];
	readonly diff?: string;
}

function contentOf(file: ShownDelivered): Told {
	const { path, before, after, isSecret, lock, isBulk } = file;
	if (before?.sha256 === after?.sha256) return { words: ['Its content does not change.'] };
	const isText = [before, after].every((state) => state === undefined || state.text !== undefined);
	if (isSecret || !isText)
		return unread(file, isSecret ? 'because it contains a credential' : 'because it is not text');
	const change: FileChange = { path, before: before?.text, after: after?.text };
	const diff = fileDiff(change);
	if (diff === undefined) return { words: [after === undefined ? 'It was empty.' : 'It is empty.'] };
	if (isBulk && diff.length > (after === undefined ? longestDeletion : longestRead))
		return unread(file, 'because it is too long');
	return lock === undefined || diff.length <= longestRead ? { diff } : lockOf(file, change);
}

function unread(file: ShownDelivered, why: string): Told {
	return {
		words: [`**Not shown**, ${why}. ${digests(file)} If you approve, you approve this file without seeing it.`],
	};
}

/** Returns the digests of the file before and after. An approval is valid only for the second digest. */
function digests({ before, after }: ShownDelivered): string {
	const told = (name: string, state: ShownState | undefined): string =>
		`${name}: ${state === undefined ? 'none' : `${state.size} bytes, SHA-256 \`${state.sha256}\``}`;
	return `${told('Before', before)}. ${told('After', after)}.`;
}

const changedLines = 'every changed line, without the lines around it';
const changedPackages =
	"every package that is added, removed or changed, with its version, and anything unusual: an address other than the public registry's, a digest that is missing or that changes although the version stays the same, a script that runs at the installation, and the names of its programs. Other facts about a package, such as its dependencies, are left out";

/**
 * Returns the part of a lockfile's change that decides which packages are installed, from where, and with which digest. The text says that
 * other parts are left out.
 */
function lockOf(file: ShownDelivered, change: FileChange): Told {
	const packages = file.lock?.packages;
	const diff = packages === undefined ? (fileDiff(change, 0) ?? '') : packages.map(spelledText).join('\n');
	const form = packages === undefined ? changedLines : changedPackages;
	const none = packages?.length === 0 ? ['No package is added, removed or changed in any of these ways.'] : [];
	const words = [`The difference is too long to read. This is ${form}. ${digests(file)}`, ...none];
	return none.length === 0 ? { words, diff } : { words };
}
