import { chmodSync, lstatSync, mkdirSync, readFileSync, rmdirSync, rmSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { CountersignError } from '../../core/index.ts';
import { makeFolders } from '../../readiness/index.ts';
import { statIfThere, writeAtomically } from '../../workspace/index.ts';

/** A file in its wanted state. */
export interface WantedFile {
	readonly path: string;
	/** Undefined if the file should not exist. */
	readonly text: string | undefined;
	/** The wanted permissions. If left out, they stay, or a new file gets the usual ones. */
	readonly mode?: number;
	/** The folder that the path is relative to, if it is not the checkout, and the name that people use for it. */
	readonly base?: { readonly folder: string; readonly name: string };
}

/** What must be done to a file. */
export interface FileChange extends WantedFile {
	/** The folder that the path is relative to. */
	readonly folder: string;
	readonly state: 'new' | 'changed' | 'mode' | 'same' | 'gone';
	readonly before: { readonly text: Buffer; readonly mode: number } | undefined;
}

/**
 * Compares files of a checkout with their wanted state. Writes nothing. @throws CountersignError `bad-input` for links and for anything
 * that is not a file.
 */
export function compareFiles(root: string, wanted: readonly WantedFile[]): readonly FileChange[] {
	return wanted.map((file) => {
		const folder = file.base?.folder ?? root;
		const before = readBefore(folder, file.path);
		return { ...file, folder, before, state: stateOf(file, before) };
	});
}

/** Returns the text of a file of the checkout, or undefined if there is none. @throws as `compareFiles`. */
export function readOwnFile(root: string, path: string): string | undefined {
	return readBefore(root, path)?.text.toString();
}

function stateOf({ text, mode }: WantedFile, before: FileChange['before']): FileChange['state'] {
	if (text === undefined) return before === undefined ? 'same' : 'gone';
	if (before === undefined) return 'new';
	if (!before.text.equals(Buffer.from(text))) return 'changed';
	return mode !== undefined && mode !== before.mode ? 'mode' : 'same';
}

/** Writes the files that differ. Returns a function that restores every file and folder. */
export function writeFiles(changes: readonly FileChange[]): () => void {
	const undo: (() => void)[] = [];
	const takeBack = (): void => {
		for (const step of undo.reverse()) step();
	};
	try {
		for (const change of changes.filter(({ state }) => state !== 'same')) {
			const path = join(change.folder, change.path);
			if (change.state === 'gone') {
				undo.push(() => restore(path, change.before));
				rmSync(path);
				undo.push(...dropFolders(dirname(path), change.folder));
			} else {
				undo.push(...makeFolders(dirname(path)), () => restore(path, change.before));
				write(path, change);
			}
		}
	} catch (cause) {
		takeBack();
		throw unwritable(cause);
	}
	return takeBack;
}

/** Removes the folders that a deleted file leaves empty, up to the checkout. Returns the steps to restore them. */
function dropFolders(folder: string, root: string): readonly (() => void)[] {
	if (folder === root) return [];
	try {
		rmdirSync(folder);
	} catch {
		// The folder contains something else.
		return [];
	}
	return [() => mkdirSync(folder), ...dropFolders(dirname(folder), root)];
}

function write(path: string, { state, text = '', mode, before }: FileChange): void {
	if (state === 'mode') chmodSync(path, mode ?? 0o644);
	else writeAtomically(path, Buffer.from(text), mode ?? before?.mode ?? 0o644);
}

function restore(path: string, before: FileChange['before']): void {
	if (before === undefined) rmSync(path, { force: true });
	else writeAtomically(path, before.text, before.mode);
}

/** Reads a file without following links. Threat: a link could make us write to another place, or read rules from there. */
function readBefore(root: string, path: string): FileChange['before'] {
	const parts = path.split('/');
	for (let depth = 1; depth <= parts.length; depth++) {
		const name = parts.slice(0, depth).join('/');
		const stat = statIfThere(join(root, name));
		if (stat === undefined) return undefined;
		refuseOthers(name, stat, depth === parts.length);
	}
	const file = join(root, path);
	return { text: readFileSync(file), mode: lstatSync(file).mode & 0o777 };
}

function refuseOthers(name: string, stat: Stats, isLast: boolean): void {
	if (isLast ? stat.isFile() : stat.isDirectory()) return;
	const what = stat.isSymbolicLink() ? 'a link' : `not a ${isLast ? 'file' : 'folder'}`;
	throw new CountersignError({
		code: 'bad-input',
		message: `${name} is ${what}. Nothing was written.`,
		fix: `Replace it with a real ${isLast ? 'file' : 'folder'}.`,
	});
}

function unwritable(cause: unknown): CountersignError {
	const why = cause instanceof Error ? cause.message : String(cause);
	const message = `The hook could not be written: ${why}. All files are restored.`;
	return new CountersignError({
		code: 'bad-input',
		message,
		fix: 'Make the folder writable, then install again.',
		cause,
	});
}
