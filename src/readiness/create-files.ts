import { closeSync, mkdirSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CountersignError } from '../core/index.ts';

/** Creates files that are not there yet, all of them or none, and returns the way back. Whatever appears in between is never written over. */
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

/** Makes a folder, and returns what takes away those that were not there, the innermost last. */
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
