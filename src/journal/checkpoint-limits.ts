import { checkpointFault } from './checkpoint-faults.ts';

/** The limits of a checkpoint. GitHub itself accepts no file larger than 100 MB. */
export const checkpointLimits = {
	files: 1000,
	bytes: 128 * 1024 * 1024,
	fileBytes: 64 * 1024 * 1024,
	journalEntries: 50_000,
	contents: 50_000,
} as const;

/** A file of a checkpoint with its size. */
export interface SizedFile {
	readonly path: string;
	/** Bytes. Undefined if the store does not know the size. */
	readonly size?: number;
}

const mebibyte = 1024 * 1024;

/** Checks the sizes of a checkpoint's files, before they are read or saved. @throws CountersignError `checkpoint-too-large` */
export function requireFits(files: readonly SizedFile[]): void {
	if (files.length > checkpointLimits.files)
		throw tooLarge(`it has ${files.length} files, and at most ${checkpointLimits.files} are taken`);
	const large = files.find(({ size = 0 }) => size > checkpointLimits.fileBytes);
	if (large !== undefined)
		throw tooLarge(`\`${large.path.slice(0, 80)}\` has more than ${checkpointLimits.fileBytes / mebibyte} MiB`);
	const bytes = files.reduce((sum, { size = 0 }) => sum + size, 0);
	if (bytes > checkpointLimits.bytes)
		throw tooLarge(`its files have more than ${checkpointLimits.bytes / mebibyte} MiB together`);
}

/** Checks the number of lines before any line is parsed. @throws CountersignError `checkpoint-too-large` */
export function requireFewEntries(journal: Uint8Array): void {
	let lines = 0;
	for (let end = journal.indexOf(0x0a); end !== -1; end = journal.indexOf(0x0a, end + 1)) lines += 1;
	if (lines > checkpointLimits.journalEntries)
		throw tooLarge(`its journal has more than ${checkpointLimits.journalEntries} entries`);
}

export function tooLarge(why: string): Error {
	return checkpointFault('checkpoint-too-large', why);
}
