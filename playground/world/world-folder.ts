import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const prefix = 'countersign-playground-';
const pidFile = 'pid';

/**
 * Creates the folder of a playground. Everything that this process writes from now on is in this folder, so deleting it removes everything.
 * Folders of playgrounds that were killed are deleted first.
 */
export function openWorldFolder(): string {
	const parent = tmpdir();
	for (const name of readdirSync(parent)) if (name.startsWith(prefix)) deleteIfLeft(join(parent, name));
	const folder = mkdtempSync(join(parent, prefix));
	writeFileSync(join(folder, pidFile), String(process.pid));
	process.env['TMPDIR'] = folder;
	return folder;
}

/** Deletes the folder with everything in it. */
export function closeWorldFolder(folder: string): void {
	process.env['TMPDIR'] = dirname(folder);
	rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** A folder without a readable number belongs to another user, or is new. */
function deleteIfLeft(folder: string): void {
	try {
		const pid = Number(readFileSync(join(folder, pidFile), 'utf8'));
		if (Number.isInteger(pid) && pid > 0 && !existsSync(`/proc/${pid}`))
			rmSync(folder, { recursive: true, force: true });
	} catch {
		// The folder belongs to another user, so it stays.
	}
}
