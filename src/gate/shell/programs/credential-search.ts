import { looked } from '../carried.ts';
import type { Word } from '../word.ts';

/** How the values of credentials begin, and what stands before them in a file. */
const shapes =
	/extraheader|authorization:|_authtoken|\bghp_|\bgh[opsur]_|github_pat|\bglpat|\bxox[abp]|\bsk[-_](live|test|proj|ant)|\bAKIA|\bASIA|\bAIza|\beyJ|BEGIN[ \w.*+\\[\]]*(PRIVATE|OPENSSH|RSA|PGP)|PRIVATE KEY/i;

/** A word that names a credential, and is no part of another name: `token`, `API_KEY`; not `validate_token`. */
const noun =
	/^(pass(word|wd|phrase)?s?|pwd|secrets?|tokens?|(api|access|private|secret|auth|ssh|signing|encryption)[-_ .?]*(keys?|tokens?|secrets?)|credentials?|creds)$/i;

/** The name of a variable that holds one, or how it ends: `AWS_SECRET_ACCESS_KEY`, `_KEY`. */
const variable = /^([A-Z][A-Z0-9_]*_?(TOKEN|SECRET|PASSWORD|PASSWD|KEY|CREDENTIALS?)[A-Z_]*|_?KEYS?)$/;

/**
 * Whether a search is one for credentials: its pattern is the name of one, or how the values of such begin, or it matches nearly every line.
 * Threat: the files in which they lie are searched, too, where hidden ones are, and what matches is shown.
 */
export function seeksCredential({ text, known }: Word): boolean {
	return known && (matchesAll(text) || shapes.test(looked(text)) || alternatives(looked(text)).some(isNamed));
}

/** `''`, `.`, `.*`, `^`, `[a-z]`, `=`: what fewer than two characters of a line must be. */
function matchesAll(pattern: string): boolean {
	const spelled = pattern.replace(/\[[^\]]*\]|\\[a-zA-Z<>]|\{\d*,?\d*\}|[\^$.*+?()|\\]/g, '');
	return !/[a-z0-9]/i.test(spelled) && spelled.replace(/[=:'" -]/g, '') === '';
}

/** The ways in which a pattern can match, without its signs. */
function alternatives(pattern: string): readonly string[] {
	return pattern.split(/\\?\||[()]/).map((one) =>
		one
			.replace(/\\[sSwWbB<>][*+?]?|\[[^\]\w]*\][*+?]?|\[[=: '"\\s]*\][*+?]?/g, ' ')
			.replace(/[.\\]?[*+]|[\^$'"=:\\]/g, ' ')
			.replace(/\[[-_. ]+\]\??/g, '_')
			.trim(),
	);
}

function isNamed(text: string): boolean {
	return noun.test(text) || variable.test(text);
}
