import { openAuditSource } from './open-audit-source.ts';
import { readHead } from './published-head.ts';
import { type FileReport, verifySource } from './verify-source.ts';

/**
 * Verifies a journal file, a run's folder with its contents, or an artifact's zip. It reads in pieces, so the memory use does not grow with
 * the journal. `published` is the head that was published elsewhere, `<lines>:<sha256>`. @throws CountersignError `bad-input`
 */
export async function verifyJournalFile(path: string, published: string | undefined): Promise<FileReport> {
	const head = published === undefined ? undefined : readHead(published);
	return verifySource(openAuditSource(path), head);
}
