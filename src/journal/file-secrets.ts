import { isRandom, partsOf, shortestPart } from './secret-spellings.ts';

/** Matches a line with one setting in any format: `NAME=value`, `name: value` or `"name": "value",`. */
const setting = /^\s*(?:-\s+)?(?:export\s+)?["']?([\w./:-]+?)["']?\s*[=:]\s*["']?([^"'\s]+)["']?[,;]?\s*$/;
const secretName = /pass|secret|token|key|credential|auth/i;
/** The shortest value that counts as a secret because of its name. Placeholders in examples are shorter or have only letters. */
const shortestNamed = 12;

/**
 * Returns the secrets of a credentials file: the random-looking values of its settings, and the lines of keys. Names, types and addresses
 * are not secrets.
 */
export function secretsOfFile(text: string): readonly string[] {
	const settings = text.split('\n').flatMap((line) => settingSecrets(setting.exec(line)));
	const keys = text.match(/-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----[A-Za-z0-9+/=\s]{1,65536}/g) ?? [];
	// A kubeconfig has its keys in base64 on one line. A password file contains only a value.
	const whole = text.trim();
	return [...settings, ...keys.flatMap(partsOf), ...(isRandom(whole) ? [whole] : [])];
}

function settingSecrets(match: RegExpExecArray | null): readonly string[] {
	const [, name = '', value = ''] = match ?? [];
	if (/^https?:/.test(value)) return passwordOf(value);
	const isNamed = secretName.test(name) && value.length >= shortestNamed && /\d/.test(value) && /[a-z]/i.test(value);
	return isNamed || isRandom(value) ? [value] : passwordOf(value);
}

/** Returns the password in an address, such as a database's. */
function passwordOf(value: string): readonly string[] {
	const [, password = ''] = /^[\w+.-]+:\/\/[^\s/:@]*:([^\s@]+)@/.exec(value) ?? [];
	return password.length >= shortestPart ? [password] : [];
}
