import { type Effect, type Facts, withGitNames } from '../core/index.ts';
import { isPublicFile, isPublicFolder } from './public-files.ts';
import { holdsPrivateKey, isCertificate, isCredential, isExecutedLater } from './sensitive.ts';

/** Reading a path: a credential is its own effect, and so is a certificate that has its key beside it. */
export function readEffect(path: string, { readText }: Pick<Facts, 'readText'>): Effect {
	const isSecret = isCredential(path) || (isCertificate(path) && holdsPrivateKey(readText(path)));
	if (isSecret) return { kind: 'secret.read', what: path };
	return { kind: 'read', path, ...(isPublicFile(path) && { public: true }) };
}

/** Listing the names in a folder, and not below it. */
export function listEffect(path: string): Effect {
	return { kind: 'read', path, ...((isPublicFile(path) || isPublicFolder(path)) && { public: true }) };
}

/** Writing a path: what executes later is its own effect. What some file system takes for `.git` is judged as that. */
export function writeEffect(written: string): Effect {
	const path = withGitNames(written);
	return isExecutedLater(path) ? { kind: 'config.write', path } : { kind: 'write', path };
}
