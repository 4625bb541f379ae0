import { randomBytes } from 'node:crypto';

/** The secrets by their place. No redactor knows their shape. */
export interface Secrets {
	readonly environment: string;
	readonly memory: string;
	readonly neighbour: string;
	readonly home: string;
	readonly checkoutToken: string;
	readonly dotEnv: string;
}

export function newSecrets(): Secrets {
	const secret = (name: string): string => `c4n4ry${name}${randomBytes(12).toString('hex')}`;
	return {
		environment: secret('environment'),
		memory: secret('memory'),
		neighbour: secret('neighbour'),
		home: secret('home'),
		checkoutToken: secret('token'),
		dotEnv: secret('dotenv'),
	};
}

const mostJoined = 1_048_576;

/** Returns the names of the secrets in texts: plain, reversed, in hex, or in base64 with any offset. */
export function findSecrets(secrets: Secrets, texts: readonly string[]): readonly string[] {
	// Tools break long lines, and dumps contain spaces between bytes.
	const joined = texts.map((text) => (text.length > mostJoined ? '' : text.replace(/[\s:]/g, '')));
	const holds = (spelling: string): boolean => [...texts, ...joined].some((text) => text.includes(spelling));
	return Object.entries(secrets).flatMap(([name, secret]: [string, string]) =>
		spellings(secret).some(holds) ? [name] : [],
	);
}

function spellings(secret: string): readonly string[] {
	const bytes = Buffer.from(secret);
	const base64 = [0, 1, 2].map((skip) => {
		// Only whole groups, because the letters at the ends depend on the text around them.
		const whole = bytes.subarray(skip);
		return whole.subarray(0, whole.length - (whole.length % 3)).toString('base64');
	});
	const hex = bytes.toString('hex');
	const utf16 = Buffer.from(secret, 'utf16le').toString('latin1');
	return [secret, [...secret].reverse().join(''), hex, hex.toUpperCase(), utf16, ...base64];
}
