import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, EntryBody, Redactor } from '../core/index.ts';
import type { Journal } from '../journal/index.ts';
import { taskFile } from '../report/index.ts';
import { taskOf } from '../run/index.ts';

/** Entries that change a step or the run. The file is written again after each. */
const telling: ReadonlySet<EntryBody['type']> = new Set([
	'model_reply',
	'tool_started',
	'tool_retry',
	'tool_result',
	'security_violation',
	'approval_requested',
	'approval',
	'approval_void',
	'effect_unknown',
	'failed',
	'run_finished',
]);

/**
 * Keeps `TASK-<run>.md` next to the journal up to date: writes it now and after every step. If a run continues in another job, its
 * journal is enough to write the whole file.
 */
export function keepTaskFile(journal: Journal, folder: string, redactor: Redactor): void {
	const write = (): void => writeTask(journal.entries(), folder, redactor);
	write();
	journal.subscribe((entry) => {
		if (telling.has(entry.type)) write();
	});
}

/** Replaces the file as a whole, so that a person can read it while the run continues. */
function writeTask(entries: readonly Entry[], folder: string, redactor: Redactor): void {
	const view = taskOf(entries);
	const path = join(folder, `TASK-${view.run}.md`);
	// The name is always the same, so the next write replaces the file of a job that was killed.
	const temporary = `${path}.part`;
	writeFileSync(temporary, redactor.redact(taskFile(view)));
	renameSync(temporary, path);
}
