import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * If the program itself is in the checkout (`uses: ./`), loads all its parts now. Threat: the run, or the head of a pull request, could
 * change a part that is loaded later. Changed code would then run in the process that has the credentials.
 */
export async function loadWholeProgram(parts: string, workspace: string): Promise<void> {
	if (!existsSync(parts) || !existsSync(workspace) || !isWithin(realpathSync(parts), realpathSync(workspace))) return;
	const require = createRequire(import.meta.url);
	for (const name of readdirSync(parts).filter((file) => file.endsWith('.js'))) {
		const file = join(parts, name);
		await import(pathToFileURL(file).href);
		// Parts of the gate are loaded with `require`, which has its own cache.
		require(file);
	}
}

function isWithin(path: string, folder: string): boolean {
	const way = relative(folder, path);
	return way !== '..' && !way.startsWith('../');
}
