export { type AuditSource, emptyRecord } from './audit-source.ts';
export { directoryBlobs, writeBlob } from './blobs.ts';
export { genesis, type Head } from './chain.ts';
export { checkpointFault } from './checkpoint-faults.ts';
export {
	readCheckpoint,
	requireCheckpointFiles,
	runLabelSchema,
} from './checkpoint-files.ts';
export { checkpointLimits } from './checkpoint-limits.ts';
export { createWhole } from './create-whole.ts';
export { directoryStore, forgetVersions } from './directory-store.ts';
export { storedEntry } from './entry-line.ts';
export { eventSchema, type RunEvent } from './event-schema.ts';
export { type EventSubscriber, eventsOf, subscribeToEvents } from './events.ts';
export { secretsOfFile } from './file-secrets.ts';
export { type Journal, type JournalOptions, openJournal, parseEntries } from './journal.ts';
export { openAuditSource } from './open-audit-source.ts';
export {
	type JournalEntry,
	type JournalWriter,
	openPlainJournal,
	readContent,
	readJournal,
} from './plain-journal.ts';
export { preview, previewArgs } from './preview.ts';
export { readHead } from './published-head.ts';
export { readEntries } from './read-entries.ts';
export type { ReadEnd } from './read-record.ts';
export { createRedactor, type LearningRedactor, redactJson } from './redact.ts';
export { createVault, type Vault } from './sealed-files.ts';
export { partsOf } from './secret-spellings.ts';
export { isReadable } from './upgrade-entry.ts';
export { splitLines, verifyChain } from './verify-chain.ts';
export { verifyJournalFile } from './verify-file.ts';
export { verifySource } from './verify-source.ts';
export { bytesOf, watchedSource } from './watched-source.ts';
export { wholeOf } from './whole-content.ts';
