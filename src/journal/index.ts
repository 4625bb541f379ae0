export { type AuditSource, openAuditSource } from './audit-source.ts';
export { directoryBlobs, writeBlob } from './blobs.ts';
export { type ChainReport, compareHead, genesis, type Head, splitLines, verifyChain } from './chain.ts';
export { type CheckpointFault, checkpointFault } from './checkpoint-faults.ts';
export {
	checkpointFiles,
	labelSchema,
	readCheckpoint,
	requireCheckpointFiles,
	runLabelSchema,
} from './checkpoint-files.ts';
export { checkpointLimits } from './checkpoint-limits.ts';
export { directoryStore, forgetVersions, isProcessLiving } from './directory-store.ts';
export { eventSchema, type RunEvent } from './event-schema.ts';
export { type EventSubscriber, eventsOf, subscribeToEvents } from './events.ts';
export { type Journal, openJournal, parseEntries, type Subscriber } from './journal.ts';
export { preview, previewArgs } from './preview.ts';
export { type ReadEnd, readEntries } from './read-entries.ts';
export { createRedactor, redacted } from './redact.ts';
export { createVault, type Vault } from './sealed-files.ts';
export { type FileReport, verifyJournalFile } from './verify-file.ts';
