import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';
import type { Bench } from './tool.ts';

type Ground = Pick<Bench, 'workspace' | 'holdsCredential'>;

/**
 * The files at and below a place that hold credentials, by their names. They are found before a search and left out of it: what is
 * only filtered from its output can still be guessed from how many lines there are.
 */
export function credentialFiles(place: Place, holdsCredential: (path: string) => boolean): readonly string[] {
	if (place.stat?.isDirectory() !== true) return holdsCredential(place.path) ? [place.path] : [];
	const found: string[] = [];
	const left = [place.path === '.' ? '' : `${place.path}/`];
	for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
		for (const entry of entriesOf(join(place.root, folder))) {
			const path = `${folder}${entry.name}`;
			if (entry.name === '.git') continue;
			if (entry.isDirectory()) left.push(`${path}/`);
			else if (entry.isFile() && holdsCredential(path)) found.push(path);
		}
	}
	return found.sort();
}

/** What others published; their certificates for tests and of authorities have the names of keys. */
const published = /(^|\/)(node_modules|site-packages|vendor)\//;

/**
 * The files of a checkout that earlier steps of the job left there and that hold credentials, by their names: what is committed is
 * no secret, and what travels was made by the run.
 */
export async function credentialsOfJob({ workspace, holdsCredential }: Ground): Promise<readonly string[]> {
	const { manifest } = await workspace.snapshot();
	const known = new Set([...(await workspace.paths()), ...manifest.entries.map(({ path }) => path)]);
	const all: Place = { root: workspace.root, path: '.', stat: statSync(workspace.root) };
	return credentialFiles(all, (path) => !known.has(path) && !published.test(path) && holdsCredential(path));
}

const unsearchable: ReadonlySet<string> = new Set(['EACCES', 'ELOOP', 'ENOENT', 'ENOTDIR', 'EPERM']);

/** A folder that is closed or gone is not searched either. */
function entriesOf(folder: string): readonly Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch (thrown) {
		if (thrown instanceof Error && 'code' in thrown && unsearchable.has(String(thrown.code))) return [];
		throw thrown;
	}
}
