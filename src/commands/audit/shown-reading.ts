import { type AuditSource, bytesOf, watchedSource } from '../../journal/index.ts';
import { plain } from '../paint.ts';
import { createProgressLine } from './progress-line.ts';

interface Reading<T> {
	/** Whether the contents next to the journal (`blobs/`) are also read. Then they count in the total. */
	readonly contents?: boolean;
	/** Reads the source. `clear` removes the progress line before something is printed. */
	readonly read: (source: AuditSource, clear: () => void) => Promise<T>;
}

/** Reads a record. On a terminal it shows the progress if this takes long. @throws CountersignError `bad-input` */
export async function readShown<T>(source: AuditSource, { contents = false, read }: Reading<T>): Promise<T> {
	const line = createProgressLine({
		doing: `Reading ${plain(source.file, 60)}`,
		total: () => (contents ? bytesOf(source) : source.journal.bytes),
	});
	try {
		return await read(line.isShown ? watchedSource(source, line.reach) : source, line.clear);
	} finally {
		line.clear();
	}
}
