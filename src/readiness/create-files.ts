import { closeSync, mkdirSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CountersignError } from '../core/index.ts';

/**
 * Creates files that do not exist yet, either all or none, and returns a function that undoes it. A file that appears in the meantime is
 * never overwritten.
 */
export function createFiles(
	root: string,
	files: readonly { readonly path: string; readonly text: string }[],
): () => void {
	const undo: (() => void)[] = [];
	const takeBack = (): void => {
		for (const step of undo.splice(0).reverse()) step();
	};
	try {
		for (const { path, text } of files) {
			undo.push(...makeFolders(dirname(join(root, path))));
			create(join(root, path), Buffer.from(text), undo);
		}
	} catch (cause) {
		takeBack();
		throw unwritable(cause);
	}
	return takeBack;
}

function create(path: string, bytes: Buffer, undo: (() => void)[]): void {
	const descriptor = openSync(path, 'wx', 0o644);
	undo.push(() => rmSync(path, { force: true }));
	try {
		for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
	} finally {
		closeSync(descriptor);
	}
}

/** Creates a folder with its missing parents. Returns functions that remove the new folders, the innermost last. */
export function makeFolders(folder: string): readonly (() => void)[] {
	const first = mkdirSync(folder, { recursive: true });
	if (first === undefined) return [];
	const made = [folder];
	while (made.at(-1) !== first) made.push(dirname(made.at(-1) ?? first));
	return made.reverse().map((one) => () => rmdirSync(one));
}

function unwritable(cause: unknown): CountersignError {
	const why = cause instanceof Error ? cause.message : String(cause);
	return new CountersignError({
		code: 'bad-input',
		message: `Not everything could be written: ${why}. Everything is as it was.`,
		fix: 'Make the folder writable, then run it again.',
		cause,
	});
}
