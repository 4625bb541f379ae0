import { CountersignError, type Entry } from '../../../src/core/index.ts';
import type { ReadPicked } from './open-run.ts';
import type { ContentsCheck, ReadJournal } from './read-record.ts';
import type { RecordMessage, RecordOrder } from './record-messages.ts';

/** The part of a worker that is used here. */
export interface RecordWorker {
	readonly postMessage: (order: RecordOrder) => void;
	readonly terminate: () => void;
}

/** The events of a worker. */
export interface RecordEvents {
	readonly told: (message: RecordMessage) => void;
	readonly broken: (why: string) => void;
}

/** One record that a worker reads. */
export interface WorkerReading {
	readonly read: ReadPicked;
	/** The result of comparing the contents. It never settles if the journal is broken. */
	readonly contents: Promise<ContentsCheck>;
}

/** Reads a record in a worker, so that no record can block the page. The worker ends after its work. */
export function createWorkerReading(start: (events: RecordEvents) => RecordWorker): WorkerReading {
	const journal = Promise.withResolvers<ReadJournal>();
	const contents = Promise.withResolvers<ContentsCheck>();
	// If the journal cannot be read, nobody waits for the contents, and their rejection is no error.
	contents.promise.catch(() => undefined);
	const read: ReadPicked = (picked, { tell, signal, head }) => {
		const entries: Entry[] = [];
		const fail = (why: string): void => {
			worker.terminate();
			const error = new CountersignError({ code: 'bad-input', message: why, fix: 'Choose another record.' });
			journal.reject(error);
			contents.reject(error);
		};
		const told = (message: RecordMessage): void => {
			if (message.kind === 'progress') tell(message.read, message.bytes);
			else if (message.kind === 'entries') for (const entry of message.entries) entries.push(entry);
			else if (message.kind === 'read') {
				if (message.end.kind === 'broken') worker.terminate();
				journal.resolve({ name: message.name, end: message.end, entries });
			} else if (message.kind === 'checked') {
				worker.terminate();
				contents.resolve(message.contents);
			} else fail(message.why);
		};
		const worker = start({ told, broken: (why) => fail(`The record cannot be read in this browser: ${why}.`) });
		signal.addEventListener('abort', () => fail('The visitor stopped the reading.'), { once: true });
		worker.postMessage({ picked, head });
		return journal.promise;
	};
	return { read, contents: contents.promise };
}
