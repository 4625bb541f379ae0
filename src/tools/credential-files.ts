import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../core/index.ts';
import { liesIn, relativeTo, resolveRealPath, statIfThere } from '../workspace/index.ts';
import type { Place } from './place.ts';

/**
 * The files at and below a place that hold credentials, by their names. They are found before a search and left out of it: what is
 * only filtered from its output can still be guessed from how many lines there are.
 */
export function credentialFiles(
	place: Place,
	holdsCredential: (path: string) => boolean,
	kind: 'file' | 'link' = 'file',
): readonly string[] {
	if (place.stat?.isDirectory() !== true) return holdsCredential(place.path) ? [place.path] : [];
	const found: string[] = [];
	const left = [place.path === '.' ? '' : `${place.path}/`];
	for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
		for (const entry of entriesOf(join(place.root, folder))) {
			const path = `${folder}${entry.name}`;
			if (entry.name === '.git') continue;
			if (entry.isDirectory()) left.push(`${path}/`);
			else if (isOf(kind, entry) && holdsCredential(path)) found.push(path);
		}
	}
	return found.sort();
}

/** The files of a checkout that nobody committed and that hold credentials, by their names: earlier steps of the job left them. */
export async function credentialsOfJob(
	{ root, paths }: Pick<Workspace, 'root' | 'paths'>,
	isOwnCredential: (path: string) => boolean,
): Promise<readonly string[]> {
	const committed = new Set(await paths());
	const all: Place = { root, path: '.', stat: statSync(root) };
	const isSecret = (path: string): boolean => !committed.has(path) && isOwnCredential(path);
	return [...new Set([...credentialFiles(all, isSecret), ...behindLinks(all, isSecret, committed)])].sort();
}

/** What a link with the name of a credential leads to, inside the checkout. */
function behindLinks(
	all: Place,
	isSecret: (path: string) => boolean,
	committed: ReadonlySet<string>,
): readonly string[] {
	return credentialFiles(all, isSecret, 'link').flatMap((link) => {
		const target = resolveRealPath(all.root, link);
		if (target === undefined || !liesIn(all.root, target)) return [];
		const path = relativeTo(all.root, target);
		return committed.has(path) || statIfThere(target)?.isFile() !== true ? [] : [path];
	});
}

function isOf(kind: 'file' | 'link', entry: Dirent): boolean {
	return kind === 'file' ? entry.isFile() : entry.isSymbolicLink();
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
