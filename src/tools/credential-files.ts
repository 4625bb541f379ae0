import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError, type Workspace } from '../core/index.ts';
import { liesIn, relativeTo, resolveRealPath, statIfThere } from '../workspace/index.ts';
import type { Place } from './place.ts';

/**
 * Returns the files at and below a place whose names say that they contain credentials. A search must not read them: if only its output
 * were filtered, the number of matches could still reveal a secret.
 */
export function credentialFiles(place: Place, holdsCredential: (path: string) => boolean): readonly string[] {
	if (place.stat?.isDirectory() !== true) return holdsCredential(place.path) ? [place.path] : [];
	const named = namedBelow(place, holdsCredential);
	return named.flatMap(({ path, isLink }) => (isLink ? [] : [path])).sort();
}

/**
 * Returns the uncommitted files of a checkout that contain credentials, according to their names or the name of a link to them. Earlier
 * steps of the job left these files. @throws CountersignError `checkout-mismatch` if some folder or link cannot be read.
 */
export async function credentialsOfJob(
	{ root, paths }: Pick<Workspace, 'root' | 'paths'>,
	isOwnCredential: (path: string) => boolean,
): Promise<readonly string[]> {
	const committed = new Set(await paths());
	const named = requireSearchable(() => namedBelow({ root, path: '.' }, isOwnCredential));
	const files = named.flatMap(({ path, isLink }) => (isLink ? behindLink(root, path) : [path]));
	return [...new Set(files)].filter((path) => !committed.has(path)).sort();
}

/** A file of the base commit that contains credentials. */
export interface CommittedCredential {
	readonly path: string;
	readonly text: string;
}

/**
 * Returns the credential files of the base commit. People who can read the repository know them anyway, but the model's provider and
 * readers of a comment must not get them.
 */
export async function committedCredentials(
	{ paths, readBase }: Pick<Workspace, 'paths' | 'readBase'>,
	{ isNamed, isHeld }: { isNamed: (path: string) => boolean; isHeld: (path: string, text: string) => boolean },
): Promise<readonly CommittedCredential[]> {
	const named = (await paths()).filter(isNamed);
	const files = await Promise.all(named.map(async (path) => ({ path, text: (await readBase(path)) ?? '' })));
	return files.filter(({ path, text }) => isHeld(path, text));
}

interface Named {
	readonly path: string;
	readonly isLink: boolean;
}

/** Returns the files and links below a folder whose paths are wanted. Links are not followed. */
function namedBelow({ root, path: from }: Pick<Place, 'root' | 'path'>, isWanted: (path: string) => boolean) {
	const found: Named[] = [];
	const left = [from === '.' ? '' : `${from}/`];
	for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
		for (const entry of entriesOf(join(root, folder))) {
			const path = `${folder}${entry.name}`;
			const isLink = entry.isSymbolicLink();
			if (entry.name === '.git') continue;
			if (entry.isDirectory()) left.push(`${path}/`);
			else if ((isLink || entry.isFile()) && isWanted(path)) found.push({ path, isLink });
		}
	}
	return found;
}

/** Returns the file that a link leads to, inside the checkout. */
function behindLink(root: string, link: string): readonly string[] {
	const target = resolveRealPath(root, link);
	if (target === undefined || !liesIn(root, target) || statIfThere(target)?.isFile() !== true) return [];
	return [relativeTo(root, target)];
}

function requireSearchable<T>(search: () => T): T {
	try {
		return search();
	} catch (cause) {
		if (!(cause instanceof Error && 'code' in cause)) throw cause;
		throw new CountersignError({
			code: 'checkout-mismatch',
			message: `The checkout cannot be looked through for credentials of earlier steps (${String(cause.code)}).`,
			fix: 'Check it out anew; an earlier run may have left folders in it that are too deep.',
			cause,
		});
	}
}

const unsearchable: ReadonlySet<string> = new Set(['EACCES', 'ELOOP', 'ENOENT', 'ENOTDIR', 'EPERM']);

/** Returns the entries of a folder. Empty if the folder is unreadable or gone, because then no search can read it either. */
function entriesOf(folder: string): readonly Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch (thrown) {
		if (thrown instanceof Error && 'code' in thrown && unsearchable.has(String(thrown.code))) return [];
		throw thrown;
	}
}
