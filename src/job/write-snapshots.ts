import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Blobs, Redactor } from '../core/index.ts';
import { beginningSnapshot, requestSnapshot } from '../report/index.ts';
import { beginningView, type RunRecord, requestViews } from '../run/index.ts';

/** Writes the texts that the model was given, for people: `context.md` for the beginning, and `context/request-<n>.md` for each request. */
export async function writeSnapshots(
	record: RunRecord,
	folder: string,
	{ blobs, redactor }: { readonly blobs: Blobs; readonly redactor: Redactor },
): Promise<void> {
	const beginning = await beginningView(record.state(), blobs);
	if (beginning === undefined) return;
	const write = (name: string, text: string): void => writeFileSync(join(folder, name), redactor.redact(text));
	write('context.md', beginningSnapshot(beginning));
	mkdirSync(join(folder, 'context'), { recursive: true });
	for (const request of await requestViews(record, blobs)) {
		write(join('context', `request-${String(request.number).padStart(3, '0')}.md`), requestSnapshot(request));
	}
}
