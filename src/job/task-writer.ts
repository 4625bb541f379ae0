import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesTaskFile, type Redactor } from '../core/index.ts';
import { taskFile } from '../report/index.ts';
import { type RunJournal, type RunRecord, taskOf } from '../run/index.ts';

/**
 * Writes `TASK-<run>.md` next to the journal, now and after each entry that changes it. The whole file comes from the journal, so a later
 * job can write it, too.
 */
export function keepTaskFile(journal: RunJournal, folder: string, redactor: Redactor): void {
	const write = (): void => writeTask(journal, folder, redactor);
	write();
	journal.subscribe((entry) => {
		if (changesTaskFile[entry.type]) write();
	});
}

/** Replaces the whole file at once, so that a person who reads it during the run never sees half of it. */
function writeTask(record: RunRecord, folder: string, redactor: Redactor): void {
	const view = taskOf(record);
	const path = join(folder, `TASK-${view.run}.md`);
	// The name is always the same, so the next write also replaces a partial file of a job that was killed.
	const temporary = `${path}.part`;
	writeFileSync(temporary, redactor.redact(taskFile(view)));
	renameSync(temporary, path);
}
