import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import { readBaseTree } from './base-tree.ts';
import { readAsCheckedOut } from './checked-out.ts';

const mostFiles = 2_000;
const mostBytes = 64 * 1024 * 1024;

/**
 * Writes a folder of the base commit to another place, as in a fresh checkout. It does not read the current files of the checkout. @throws
 * CountersignError `bad-skill` if the folder contains links or submodules, or is too large.
 */
export async function exportFolder(
	from: { readonly root: string; readonly baseSha: string; readonly folder: string },
	target: string,
): Promise<void> {
	const { root, baseSha, folder } = from;
	const base = await readBaseTree(root, baseSha);
	const prefix = `${folder}/`;
	const paths = [...base.files.keys()].filter((path) => path.startsWith(prefix));
	const link = paths.find((path) => base.files.get(path)?.mode === '120000');
	const submodule = [...base.submodules.keys()].find((path) => path.startsWith(prefix));
	if (link !== undefined) throw unfit(`\`${link}\` is a symbolic link`, 'Replace it by the file itself.');
	if (submodule !== undefined) throw unfit(`\`${submodule}\` is a submodule`, 'Put its files there instead.');
	if (paths.length > mostFiles) throw unfit(`\`${folder}\` has more than ${mostFiles} files`, 'Bundle the program.');
	const entries = await readAsCheckedOut(root, baseSha, paths);
	const bytes = [...entries.values()].reduce((sum, entry) => sum + entry.bytes.length, 0);
	if (bytes > mostBytes) throw unfit(`\`${folder}\` is larger than 64 MB`, 'Bundle the program.');
	for (const [path, entry] of entries) {
		const place = join(target, path.slice(prefix.length));
		mkdirSync(dirname(place), { recursive: true });
		writeFileSync(place, entry.bytes, { mode: entry.mode === '100755' ? 0o755 : 0o644 });
	}
}

function unfit(what: string, fix: string): CountersignError {
	return new CountersignError({
		code: 'bad-skill',
		message: `The commands of a skill cannot be set up: ${what}.`,
		fix,
	});
}
