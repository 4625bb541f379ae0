import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesTaskFile, type Redactor } from '../core/index.ts';
import { taskFile } from '../report/index.ts';
import { type RunJournal, type RunRecord, taskOf } from '../run/index.ts';

/**
 * Keeps `TASK-<run>.md` next to the journal up to date: writes it now and after each entry that changes it. If a run continues in another job, its
 * journal is enough to write the whole file.
 */
export function keepTaskFile(journal: RunJournal, folder: string, redactor: Redactor): void {
	const write = (): void => writeTask(journal, folder, redactor);
	write();
	journal.subscribe((entry) => {
		if (changesTaskFile[entry.type]) write();
	});
}

/** Replaces the file as a whole, so that a person can read it while the run continues. */
function writeTask(record: RunRecord, folder: string, redactor: Redactor): void {
	const view = taskOf(record);
	const path = join(folder, `TASK-${view.run}.md`);
	// The name is always the same, so the next write replaces the file of a job that was killed.
	const temporary = `${path}.part`;
	writeFileSync(temporary, redactor.redact(taskFile(view)));
	renameSync(temporary, path);
}
