import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, EntryBody, Redactor } from '../core/index.ts';
import type { Journal } from '../journal/index.ts';
import { taskFile } from '../report/index.ts';
import { taskOf } from '../run/index.ts';

/** What changes a step, or the run: the file is written anew after each. */
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

/** Keeps `TASK-<run>.md` beside the journal: as it stands now, and after every step. A journal that was resumed elsewhere makes it whole. */
export function keepTaskFile(journal: Journal, folder: string, redactor: Redactor): void {
	const write = (): void => writeTask(journal.entries(), folder, redactor);
	write();
	journal.subscribe((entry) => {
		if (telling.has(entry.type)) write();
	});
}

/** Whoever reads it while the run goes on finds a whole file. */
function writeTask(entries: readonly Entry[], folder: string, redactor: Redactor): void {
	const view = taskOf(entries);
	const path = join(folder, `TASK-${view.run}.md`);
	// Always the same name, so that the next write takes away what a killed one left.
	const temporary = `${path}.part`;
	writeFileSync(temporary, redactor.redact(taskFile(view)));
	renameSync(temporary, path);
}
