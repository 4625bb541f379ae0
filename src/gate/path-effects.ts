import { type Effect, type Facts, withGitNames } from '../core/index.ts';
import { isPublicFile, isPublicFolder, isPublicTree } from './public-files.ts';
import { holdsPrivateKey, isCertificate, isCredential, isExecutedLater } from './sensitive.ts';
import { isObeyedByTools } from './tool-settings.ts';

/** Returns the effect of reading a path. A credential has its own effect, and so has a certificate file that contains a private key. */
export function readEffect(path: string, { readText }: Pick<Facts, 'readText'>): Effect {
	const isSecret = isCredential(path) || (isCertificate(path) && holdsPrivateKey(readText(path)));
	if (isSecret) return { kind: 'secret.read', what: path };
	return { kind: 'read', path, ...(isPublicFile(path) && { public: true }) };
}

/** Returns the effect of listing the names in a folder, but not below it. */
export function listEffect(path: string): Effect {
	return { kind: 'read', path, ...((isPublicFile(path) || isPublicFolder(path)) && { public: true }) };
}

/** Returns the effect of listing the names in a folder and below it, if everybody may know them. */
export function treeEffect(path: string): Effect | undefined {
	return isPublicTree(path) ? { kind: 'read', path, public: true } : undefined;
}

/**
 * Returns the effect of writing a path. A file that is executed later has its own effect. A name that some file systems treat as `.git` is
 * judged as `.git`.
 */
export function writeEffect(written: string): Effect {
	const path = withGitNames(written);
	// Tools obey the settings of the checkout, in which they run. In a home or a temporary folder, such a name is usually a downloaded file.
	const isSetting = isExecutedLater(path) || (isInCheckout(path) && isObeyedByTools(path));
	return isSetting ? { kind: 'config.write', path } : { kind: 'write', path };
}

/** Effects use relative paths for files in the checkout. A path that begins with a variable counts as outside, as its value is unknown. */
export function isInCheckout(path: string): boolean {
	return !/^[/~$]/.test(path);
}
