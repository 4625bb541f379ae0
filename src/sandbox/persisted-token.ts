import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { locateRepository } from './locate-repository.ts';

/** A credential that an earlier step left in git's configuration. */
export interface PersistedToken {
	/** The file that contains the credential. */
	readonly file: string;
	readonly key: string;
	/** The credential in every form that was found. None of them may appear in any output. */
	readonly secrets: readonly string[];
}

const mostFiles = 32;

/**
 * Finds credentials in the configuration of the checkout at `root` and in all files that it includes, even under conditions.
 * `actions/checkout` leaves its token in the configuration or, from version 6 on, in an included file.
 */
export function persistedTokens(root: string): readonly PersistedToken[] {
	const place = locateRepository(root);
	if (place === undefined) return [];
	const left = [join(place.commonDir, 'config'), join(place.gitDir, 'config.worktree')];
	const seen = new Set<string>();
	const found: PersistedToken[] = [];
	for (const file of left) {
		if (seen.has(file) || seen.size >= mostFiles) continue;
		seen.add(file);
		for (const { section, key, value } of readPairs(file)) {
			if (/^include(if)?$/.test(section) && key === 'path') left.push(includedFrom(file, value));
			const secrets = secretsOf(section, key, value);
			if (secrets.length > 0) found.push({ file, key: `${section}.${key}`, secrets });
		}
	}
	return found;
}

interface Pair {
	/** The section's name in lower case, without the subsection. */
	readonly section: string;
	readonly key: string;
	readonly value: string;
}

function readPairs(file: string): readonly Pair[] {
	if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return [];
	const pairs: Pair[] = [];
	let section = '';
	for (const line of readFileSync(file, 'utf8')
		.replace(/\\\r?\n/g, '')
		.split(/\r?\n/)) {
		const header = /^\s*\[\s*([^\s"\]]+)(?:\s+"((?:\\.|[^"])*)")?\s*\]/.exec(line);
		if (header !== null) {
			section = header[1]?.toLowerCase() ?? '';
			// The section's name may contain an address with a credential: `[url "https://x:token@…"]`.
			pairs.push({ section, key: '', value: header[2] ?? '' });
		}
		const pair = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*=\s*(.*)$/.exec(header === null ? line : line.slice(header[0].length));
		if (pair !== null) pairs.push({ section, key: pair[1]?.toLowerCase() ?? '', value: unquoted(pair[2] ?? '') });
	}
	return pairs;
}

function unquoted(value: string): string {
	return value.trim().replace(/^"(.*)"$/, '$1');
}

function includedFrom(file: string, path: string): string {
	return isAbsolute(path) ? path : resolve(dirname(file), path);
}

function secretsOf(section: string, key: string, value: string): readonly string[] {
	if (section === 'http' && key === 'extraheader') return headerSecrets(value);
	if (section === 'credential' && key === 'password') return [value];
	const password = /^[a-z+]+:\/\/(?:[^/@:\s]*:)?([^/@\s]+)@/.exec(value)?.[1];
	// Without a password, the text before the `@` is a user name, unless it is as long as a token.
	const isName = password !== undefined && !/^[a-z+]+:\/\/[^/@:\s]*:/.test(value) && password.length < 20;
	return password === undefined || isName ? [] : [password];
}

/** Returns the secrets in a header: `AUTHORIZATION: basic <base64 of name:token>` or `bearer <token>`. */
function headerSecrets(header: string): readonly string[] {
	const [, kind = '', credential = ''] = /^authorization\s*:\s*(basic|bearer|token)\s+(\S+)/i.exec(header) ?? [];
	if (credential === '') return [];
	if (kind.toLowerCase() !== 'basic') return [credential];
	const token = Buffer.from(credential, 'base64')
		.toString()
		.replace(/^[^:]*:/, '');
	// A value that is not base64 decodes to random bytes, which are no secret. If these were hidden, ordinary text could disappear, too.
	return /^[!-~]+$/.test(token) ? [credential, token] : [credential];
}
