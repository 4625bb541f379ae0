import { isCredential } from '../sensitive.ts';

/** Names of the environment in code. No file has such a name. */
const environment = /^(process|import\.meta|globalThis|window)\.env$/;

/**
 * Returns whether a string in code names a credential file. A word alone may be any key, so it must contain a dot, a slash or a tilde.
 */
export function isCredentialFile(text: string): boolean {
	return text.length < 200 && /[./~]/.test(text) && !environment.test(text) && !/\s/.test(text) && isCredential(text);
}

/** Returns the quoted strings without blanks, in any language. */
export function quotedWords(code: string): readonly string[] {
	return [...code.matchAll(/["'`]([^"'`\s]{2,200})["'`]/g)].map((match) => match[1] ?? '');
}
