import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepTaskFile } from '../../src/job/task-writer.ts';
import { createRedactor } from '../../src/journal/index.ts';
import { openRunJournal } from '../../src/run/state/run-journal.ts';
import { writeRun } from '../commands/past-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the task file exists at once, is rewritten when a step changes, and leaves no other file [seeds 84]', async () => {
	using folder = temporaryFolder();
	const run = await writeRun(folder.path, [{ id: 'c1', name: 'file_read', args: { path: 'a' }, decision: 'allow' }]);
	const clock = { now: () => new Date('2026-05-01T12:00:05Z') };
	const redactor = createRedactor([]);
	const journal = await openRunJournal({ path: join(run, 'journal.jsonl'), clock, redactor });
	writeFileSync(join(run, 'TASK-12-abc.md.part'), 'what a killed job left');
	keepTaskFile(journal, run, redactor);
	const read = () => readFileSync(join(run, 'TASK-12-abc.md'), 'utf8');
	expect(read()).toContain('- **Steps:** 0/1');
	await journal.append({ type: 'tool_started', call_id: 'c1', attempt: 1 });
	expect(read()).toContain('- **Started:** 2026-05-01T12:00:05.000Z');
	const output = { preview: 'one', sha256: '0'.repeat(64), bytes: 3 };
	await journal.append({ type: 'tool_result', call_id: 'c1', ok: true, output, duration_ms: 7, tree: '0'.repeat(64) });
	expect(read()).toMatch(/Steps:\*\* 1\/1[\s\S]*Duration:\*\* 7 ms[\s\S]*\none\n/);
	expect(readdirSync(run).filter((name) => name.startsWith('TASK'))).toEqual(['TASK-12-abc.md']);
});
