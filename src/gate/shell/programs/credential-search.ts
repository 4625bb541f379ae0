import { credentialShapes } from '../../../core/index.ts';
import { lazy } from '../../lazy.ts';
import { looked } from '../carried.ts';
import type { Invocation } from '../program.ts';
import type { Word } from '../word.ts';
import { compiledRegex, type Kind } from './search-regex.ts';

/** How the values of credentials begin, and words that come before them in a file. */
const shapes = lazy(() => {
	const beginnings = Object.values(credentialShapes).flatMap(({ search }) => search ?? []);
	return new RegExp(['extraheader', 'authorization:', '_authtoken', ...beginnings].join('|'), 'i');
});

/** A word that names a credential and is not part of another name: `token`, `API_KEY`, but not `validate_token`. */
const noun =
	/^(pass(word|wd|phrase)?s?|pwd|secrets?|tokens?|(api|access|private|secret|auth|ssh|signing|encryption)[-_ .?]*(keys?|tokens?|secrets?)|credentials?|creds)$/i;

/** The name of a variable that holds a credential, or the end of such a name: `AWS_SECRET_ACCESS_KEY`, `_KEY`. */
const variable = /^([A-Z][A-Z0-9_]*_?(TOKEN|SECRET|PASSWORD|PASSWD|KEY|CREDENTIALS?)[A-Z_]*|_?KEYS?)$/;

/** Typical lines of files with credentials. */
const lines = [
	'SECRET=',
	'TOKEN=',
	'PASSWORD=',
	'secret: ',
	'password: ',
	'token = "',
	'ghp_',
	'AKIA',
	'PRIVATE KEY-----',
	'API_KEY=7Q',
	'SECRET=7Q',
	'TOKEN=7Q',
	'password: "7Q"',
	'://u:7Q@h',
];

/** Words that occur in the lines above, although a search for them is ordinary. */
const ordinary = /^(word|key|api|7)$/i;

/**
 * Returns whether a search looks for credentials. Its pattern names a credential, matches the beginning of a credential's value, or matches
 * nearly every line. True for an unknown pattern. Threat: a search that includes hidden files also reads files with credentials, and shows
 * the lines that match.
 */
export function seeksCredential({ text, known }: Word, it: Invocation): boolean {
	if (!known) return true;
	if (matchesAll(text) || shapes().test(looked(text)) || alternatives(looked(text)).some(isNamed)) return true;
	return (
		!ordinary.test(text) &&
		kindsOf(it).some((kind) => {
			const matches = compiledRegex(text, kind, ignoresCase(text, it));
			return matches === undefined || lines.some(matches);
		})
	);
}

/** Returns the kinds of expressions that a search may use. The last one of several options applies. */
function kindsOf({ name, has }: Invocation): readonly Kind[] {
	if (!/grep$/.test(name)) return has('-F', '--fixed-strings', '-Q', '--literal') ? ['fixed'] : ['perl'];
	const given: readonly (Kind | false)[] = [
		has('-G', '--basic-regexp') && 'basic',
		has('-E', '--extended-regexp') && 'extended',
		has('-P', '--perl-regexp') && 'perl',
		has('-F', '--fixed-strings') && 'fixed',
	];
	const kinds = given.filter((kind) => kind !== false);
	const usual = name === 'egrep' ? 'extended' : name === 'fgrep' ? 'fixed' : 'basic';
	return kinds.length === 0 ? [usual] : kinds;
}

/** Returns whether a search ignores the case. Some programs do so if a pattern has no capital. */
function ignoresCase(text: string, { name, has }: Invocation): boolean {
	const isSmart = text === text.toLowerCase() && (name === 'ag' || has('-S', '--smart-case'));
	return isSmart || has('-i', '-y', '--ignore-case');
}

/** Returns whether a pattern requires no letter and no digit, so it matches nearly every line: `''`, `.`, `.*`, `^`, `[a-z]`, `=`. */
function matchesAll(pattern: string): boolean {
	const spelled = pattern.replace(/\[[^\]]*\]|\\[a-zA-Z<>]|\{\d*,?\d*\}|[\^$.*+?()|\\]/g, '');
	return !/[a-z0-9]/i.test(spelled) && spelled.replace(/[=:'" -]/g, '') === '';
}

/** Returns the alternatives of a pattern, without its special characters. */
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
