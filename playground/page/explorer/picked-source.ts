import {
	type AuditSource,
	badInput,
	journalName,
	recordInZip,
	type Stored,
} from '../../../src/journal/audit-source.ts';
import { blobPieces } from './paced.ts';
import { mostFiles, type PickedFile } from './picked-file.ts';
import { isZip, openZipBlob } from './zip-blob.ts';

/**
 * Finds the record in what a visitor chose: a run's folder, an artifact's zip, or a single journal. @throws CountersignError `bad-input`
 */
export async function sourceOf(picked: readonly PickedFile[]): Promise<AuditSource> {
	if (picked.length > mostFiles) throw badInput(`A record has at most ${mostFiles} files, and these are more`);
	const [only] = picked;
	if (only === undefined) throw badInput('It contains no file');
	if (picked.length === 1) return (await isZip(only.file)) ? zipSource(only) : journalSource(only, picked);
	const journals = picked.filter(({ path }) => path === journalName || path.endsWith(`/${journalName}`));
	const [journal] = journals;
	if (journal === undefined) throw badInput(`It contains no ${journalName}`);
	if (journals.length > 1) throw badInput(`It contains ${journals.length} journals. Choose the folder of one run`);
	return journalSource(journal, picked);
}

async function zipSource({ path, file }: PickedFile): Promise<AuditSource> {
	return recordInZip(path, await openZipBlob(path, file));
}

function journalSource(journal: PickedFile, picked: readonly PickedFile[]): AuditSource {
	const folder = journal.path.slice(0, -journalName.length);
	const blobs = `${folder}blobs/`;
	const within = picked.filter(({ path }) => path.startsWith(blobs));
	return {
		file: journal.path,
		folder: undefined,
		journal: storedIn(journal.file),
		blobs:
			within.length === 0
				? undefined
				: new Map(within.map(({ path, file }) => [path.slice(blobs.length), storedIn(file)])),
		blobFile: (name) => `${blobs}${name}`,
		beside: (name) => {
			const found = picked.find(({ path }) => path === `${folder}${name}`);
			return found && storedIn(found.file);
		},
	};
}

function storedIn(file: File): Stored {
	return { bytes: file.size, read: () => blobPieces(file) };
}
