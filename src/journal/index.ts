export { directoryBlobs, writeBlob } from './blobs.ts';
export { type ChainReport, compareHead, genesis, type Head, splitLines, verifyChain } from './chain.ts';
export { checkpointFiles, labelSchema, readCheckpoint } from './checkpoint-files.ts';
export { directoryStore, isProcessLiving } from './directory-store.ts';
export { eventsOf, type RunEvent } from './events.ts';
export { type Journal, openJournal, parseEntries, type Subscriber } from './journal.ts';
export { preview, previewArgs } from './preview.ts';
export { createRedactor, redacted } from './redact.ts';
export { type FileReport, verifyJournalFile } from './verify-file.ts';
