export { type AuditSource, emptyRecord, openAuditSource, type Stored } from './audit-source.ts';
export { directoryBlobs, writeBlob } from './blobs.ts';
export { genesis, type Head } from './chain.ts';
export { type CheckpointFault, checkpointFault } from './checkpoint-faults.ts';
export {
	checkpointFiles,
	labelSchema,
	readCheckpoint,
	requireCheckpointFiles,
	runLabelSchema,
} from './checkpoint-files.ts';
export { checkpointLimits } from './checkpoint-limits.ts';
export { createWhole } from './create-whole.ts';
export { directoryStore, forgetVersions, isProcessLiving } from './directory-store.ts';
export { eventSchema, type RunEvent } from './event-schema.ts';
export { type EventSubscriber, eventsOf, subscribeToEvents } from './events.ts';
export { secretsOfFile } from './file-secrets.ts';
export { type Journal, openJournal, parseEntries, type Subscriber } from './journal.ts';
export {
	type JournalEntry,
	type JournalWriter,
	openPlainJournal,
	type PlainOptions,
	readContent,
	readJournal,
} from './plain-journal.ts';
export { preview, previewArgs } from './preview.ts';
export { readHead } from './published-head.ts';
export { readEntries } from './read-entries.ts';
export type { ReadEnd } from './read-record.ts';
export { createRedactor, type LearningRedactor, redacted, redactJson } from './redact.ts';
export { createVault, type Vault } from './sealed-files.ts';
export { partsOf } from './secret-spellings.ts';
export { type ChainReport, splitLines, verifyChain } from './verify-chain.ts';
export { type FileReport, verifyJournalFile, verifySource } from './verify-file.ts';
export { bytesOf, type Watch, watchedSource } from './watched-source.ts';
