import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns whether a file contains a credential, according to its path. */
export type IsCredential = (path: string) => boolean;

/** The files of a folder that must look empty, or the reason why commands cannot see the folder at all. */
export type Beside =
	| { readonly ok: true; readonly hidden: readonly string[] }
	| { readonly ok: false; readonly why: string };

/** How many levels of folders to search. Tokens and sockets near programs are close to the top. */
const levels = 3;
/** The names of settings folders. In installers that keep several versions, these folders are one level deeper. */
const settingsFolder = /^(?:etc|conf)$/;
const mostSeen = 50_000;
const mostHidden = 64;

/**
 * Finds files near programs that commands must not see: files with names of credentials, sockets and pipes. It searches the top {@link
 * levels} levels of a folder. It refuses a folder that is too large, has too many of these files, or has such a file whose name is not
 * UTF-8.
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
			// A file whose name is not UTF-8 cannot be opened or hidden.
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

/**
 * Returns whether a file has settings that may contain tokens: global settings of npm (`npm config set --global`), of pip in a virtual
 * environment, of conda or of Maven.
 */
function holdsSettings(path: string): boolean {
	if (/\/(?:etc\/npmrc|pip\.conf|\.?condarc)$/.test(path)) return true;
	// Every installation of Maven contains this file, and does not accept an empty one. The passwords in its default version are only examples
	// in comments.
	if (!/\/(?:conf|maven)\/settings\.xml$/.test(path)) return false;
	const text =
		beginningOf(path)
			?.toString()
			.replace(/<!--[\s\S]*?-->/g, '') ?? '';
	return /<(?:password|passphrase)>/.test(text);
}

/** The most bytes to read of a file. Bundles of certificates have about a quarter of this. */
const mostRead = 1_048_576;

/**
 * Returns whether a file holds only certificates. Many installations contain certificates of authorities, and programs need them. Threat: a
 * private key may be at the end of such a file.
 */
function isCertificate(path: string): boolean {
	if (!/\.pem$/i.test(path)) return false;
	const text = beginningOf(path);
	return text !== undefined && text.length < mostRead && !text.includes('PRIVATE KEY');
}

/** Returns the first bytes of a file, or the whole content of a small file. Undefined if it cannot be read. */
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

/** Returns the entries of a folder. If this process cannot read a folder, a command cannot either, because it runs as the same user. */
function entriesOf(folder: string): readonly Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch (error) {
		if (error instanceof Error && 'code' in error && ['EACCES', 'ENOENT'].includes(String(error.code))) return [];
		throw error;
	}
}
