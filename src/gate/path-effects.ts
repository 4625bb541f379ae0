import { type Effect, type Facts, withGitNames } from '../core/index.ts';
import { isPublicFile, isPublicFolder } from './public-files.ts';
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

/**
 * Returns the effect of writing a path. A file that is executed later has its own effect. A name that some file systems take for `.git`
 * is judged as `.git`.
 */
export function writeEffect(written: string): Effect {
	const path = withGitNames(written);
	// Tools obey their settings where they run. In a home or a temporary folder, they keep what they fetch beside them.
	const isSetting = isExecutedLater(path) || (isInCheckout(path) && isObeyedByTools(path));
	return isSetting ? { kind: 'config.write', path } : { kind: 'write', path };
}

/** Effects use relative paths for files in the checkout. Only the runner knows the value of a variable. */
export function isInCheckout(path: string): boolean {
	return !/^[/~$]/.test(path);
}
