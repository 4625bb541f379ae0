import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Blobs, CountersignError, type Redactor, sha256 } from '../core/index.ts';
import { preview } from './preview.ts';

/**
 * Creates a store of blobs in a folder, with one file per SHA-256. It redacts each text before writing and checks the hash when reading.
 */
export function directoryBlobs(directory: string, redactor: Redactor): Blobs {
	mkdirSync(directory, { recursive: true });
	return {
		async put(text) {
			const clean = redactor.redact(text);
			const bytes = Buffer.from(clean);
			const hash = sha256(bytes);
			writeBlob(directory, hash, bytes);
			return { preview: preview(clean), sha256: hash, bytes: bytes.length };
		},
		async get(content) {
			return readBlob(directory, content.sha256).toString();
		},
		all: () => readBlobs(directory),
	};
}

/** Writes one blob under its name in one step, so no reader finds a half-written blob. */
export function writeBlob(directory: string, hash: string, bytes: Uint8Array): void {
	const temporary = join(directory, `.${hash}.${process.pid}`);
	writeFileSync(temporary, bytes);
	renameSync(temporary, join(directory, hash));
}

function readBlobs(directory: string): Map<string, Uint8Array> {
	const names = readdirSync(directory).filter((name) => /^[0-9a-f]{64}$/.test(name));
	return new Map(names.map((name) => [name, readBlob(directory, name)]));
}

function readBlob(directory: string, hash: string): Buffer {
	const bytes = readOrThrow(join(directory, hash));
	if (sha256(bytes) === hash) return bytes;
	throw new CountersignError({
		code: 'journal-broken',
		message: `The blob ${hash} holds other bytes than its name says.`,
		fix: 'The run cannot be trusted any more: start it again with a new /agent comment.',
	});
}

function readOrThrow(path: string): Buffer {
	try {
		return readFileSync(path);
	} catch (cause) {
		throw new CountersignError({
			code: 'journal-broken',
			message: `A blob that the journal names is missing: ${path}`,
			fix: 'The run cannot be resumed: start it again with a new /agent comment.',
			cause,
		});
	}
}
