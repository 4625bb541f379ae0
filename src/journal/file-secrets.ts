import { isRandom, partsOf, shortestPart } from './secret-spellings.ts';

/** `NAME=value`, `name: value`, `"name": "value",`: one setting of a line, in whatever format. */
const setting = /^\s*(?:-\s+)?(?:export\s+)?["']?([\w./:-]+?)["']?\s*[=:]\s*["']?([^"'\s]+)["']?[,;]?\s*$/;
const secretName = /pass|secret|token|key|credential|auth/i;
/** A word that stands for a secret, as examples have it, is short or only letters. */
const shortestNamed = 12;

/** What a file of credentials keeps secret: random values of its settings, and the lines of keys. Its names, kinds and addresses are none. */
export function secretsOfFile(text: string): readonly string[] {
	const settings = text.split('\n').flatMap((line) => settingSecrets(setting.exec(line)));
	const keys = text.match(/-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----[A-Za-z0-9+/=\s]{1,65536}/g) ?? [];
	// A kubeconfig keeps its keys in base64 on one line, a password file a value alone.
	const whole = text.trim();
	return [...settings, ...keys.flatMap(partsOf), ...(isRandom(whole) ? [whole] : [])];
}

function settingSecrets(match: RegExpExecArray | null): readonly string[] {
	const [, name = '', value = ''] = match ?? [];
	if (/^https?:/.test(value)) return passwordOf(value);
	const isNamed = secretName.test(name) && value.length >= shortestNamed && /\d/.test(value) && /[a-z]/i.test(value);
	return isNamed || isRandom(value) ? [value] : passwordOf(value);
}

/** Of an address with one, such as a database's. */
function passwordOf(value: string): readonly string[] {
	const [, password = ''] = /^[\w+.-]+:\/\/[^\s/:@]*:([^\s@]+)@/.exec(value) ?? [];
	return password.length >= shortestPart ? [password] : [];
}
