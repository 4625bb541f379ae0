import { type AuditSource, bytesOf, watchedSource } from '../journal/index.ts';
import { plain } from './paint.ts';
import { createProgressLine } from './progress-line.ts';

interface Reading<T> {
	/** Whether the contents are read besides the journal. */
	readonly contents?: boolean;
	/** `clear` takes the line of progress away before something is printed. */
	readonly read: (source: AuditSource, clear: () => void) => Promise<T>;
}

/** Reads a record; on a terminal people see how far that is when it takes long. @throws CountersignError `bad-input` */
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
