import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GitDatabase } from '../../rehearsal/github/git-database.ts';
import { GitKilled } from '../../rehearsal/github/git-runner.ts';
import { makeSampleRepository } from '../../rehearsal/sample-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the locks of a killed git are removed, and the locks of a running git stay', async () => {
	using folder = temporaryFolder();
	const head = makeSampleRepository(folder.path);
	const database = await GitDatabase.importing(folder.path);
	const lock = join(database.dir, 'refs', 'heads', 'main.lock');
	const held = join(database.dir, 'refs', 'heads', 'held.lock');
	const gate = join(folder.path, 'gate');
	execFileSync('mkfifo', [gate]);
	const other = database.run(['-c', `alias.hold=!touch ${held}; read x < ${gate}; rm ${held} && echo mine`, 'hold']);
	await expect(database.run(['-c', `alias.end=!touch ${lock}; kill -9 $PPID`, 'end'])).rejects.toThrow(GitKilled);
	expect(existsSync(lock)).toBe(true);
	const moved = database.moveRef('refs/heads/main', head, true);
	// Only now does the other git continue.
	await writeFile(gate, 'go\n');
	expect(await moved).toBe('moved');
	expect(await database.createRef('refs/heads/more', head)).toBe(true);
	expect((await other).out.toString()).toBe('mine\n');
	await database.close();
});
