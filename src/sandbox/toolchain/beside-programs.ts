import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a file holds a credential, by its path. */
export type IsCredential = (path: string) => boolean;

/** What of a place must read as empty, or why it is not shown at all. */
export type Beside =
	| { readonly ok: true; readonly hidden: readonly string[] }
	| { readonly ok: false; readonly why: string };

/** Who keeps a token or a socket beside programs keeps it near the top. */
const levels = 3;
/** Installers of many versions keep these a level deeper. */
const settingsFolder = /^(?:etc|conf)$/;
const mostSeen = 50_000;
const mostHidden = 64;

/**
 * Finds what must not be seen beside programs, in the uppermost {@link levels} levels of a folder: files with the names of credentials, sockets
 * and pipes. A folder that is too big or too full of them to be sure is not shown.
 */
export function besidePrograms(place: string, isCredential: IsCredential): Beside {
	if (!statSync(place).isDirectory()) return { ok: true, hidden: [] };
	const hidden: string[] = [];
	let seen = 0;
	let unnamed = false;
	const look = (folder: string, depth: number): void => {
		for (const entry of entriesOf(folder)) {
			const path = join(folder, entry.name);
			seen += 1;
			if (seen > mostSeen || hidden.length > mostHidden) return;
			const unwanted = !entry.isDirectory() && isUnwanted(entry, path, isCredential);
			// What is no UTF-8 has no name by which it could be looked into, or hidden.
			if (entry.name.includes('\ufffd') && (unwanted || entry.isDirectory())) unnamed = true;
			else if (unwanted) hidden.push(path);
			else if (entry.isDirectory() && (depth < levels || settingsFolder.test(entry.name))) look(path, depth + 1);
		}
	};
	look(place, 1);
	if (seen > mostSeen) return { ok: false, why: `it has more than ${mostSeen} entries near its top` };
	if (unnamed) return { ok: false, why: 'names in it are no UTF-8' };
	if (hidden.length > mostHidden) return { ok: false, why: `more than ${mostHidden} credentials or sockets lie in it` };
	return { ok: true, hidden };
}

function isUnwanted(entry: Dirent, path: string, isCredential: IsCredential): boolean {
	if (entry.isSocket() || entry.isFIFO()) return true;
	return entry.isFile() && ((isCredential(path) && !isCertificate(path)) || holdsSettings(path));
}

/** Settings of an installation that hold tokens: `npm config set --global`, pip's of a virtual environment, conda's, Maven's. */
function holdsSettings(path: string): boolean {
	if (/\/(?:etc\/npmrc|pip\.conf|\.?condarc)$/.test(path)) return true;
	// One comes with each Maven, which reads no empty one. Its passwords are examples in comments.
	if (!/\/(?:conf|maven)\/settings\.xml$/.test(path)) return false;
	const text =
		beginningOf(path)
			?.toString()
			.replace(/<!--[\s\S]*?-->/g, '') ?? '';
	return /<(?:password|passphrase)>/.test(text);
}

/** Bundles of certificates have a quarter of this. */
const mostRead = 1_048_576;

/** The certificates of authorities come with many installations, and programs need them. Threat: a key may stand at the end of one. */
function isCertificate(path: string): boolean {
	if (!/\.pem$/i.test(path)) return false;
	const text = beginningOf(path);
	return text !== undefined && text.length < mostRead && !text.includes('PRIVATE KEY');
}

/** The first bytes of a file, all of a small one; undefined where it cannot be read. */
export function beginningOf(path: string): Buffer | undefined {
	const bytes = Buffer.alloc(mostRead);
	try {
		const file = openSync(path, 'r');
		try {
			return bytes.subarray(0, readSync(file, bytes));
		} finally {
			closeSync(file);
		}
	} catch (error) {
		if (error instanceof Error && 'code' in error) return undefined;
		throw error;
	}
}

/** What we may not look into, no command may either: it runs as the same user. */
function entriesOf(folder: string): readonly Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch (error) {
		if (error instanceof Error && 'code' in error && ['EACCES', 'ENOENT'].includes(String(error.code))) return [];
		throw error;
	}
}
