import { isCredential } from '../sensitive.ts';

/** How code calls the environment, which no file is called. */
const environment = /^(process|import\.meta|globalThis|window)\.env$/;

/** Whether a text of code names a file of credentials. A word alone may be any key; with a dot or a slash it is a file. */
export function isCredentialFile(text: string): boolean {
	return text.length < 200 && /[./~]/.test(text) && !environment.test(text) && !/\s/.test(text) && isCredential(text);
}

/** What stands in quotes without blanks, in any language. */
export function quotedWords(code: string): readonly string[] {
	return [...code.matchAll(/["'`]([^"'`\s]{2,200})["'`]/g)].map((match) => match[1] ?? '');
}
