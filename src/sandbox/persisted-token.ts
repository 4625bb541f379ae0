import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { locateRepository } from './locate-repository.ts';

/** A credential that a step before us left where git reads its configuration. */
export interface PersistedToken {
	/** The file that holds it. */
	readonly file: string;
	readonly key: string;
	/** The credential itself, in every spelling found, to be kept out of whatever is written. */
	readonly secrets: readonly string[];
}

const mostFiles = 32;

/**
 * Looks for credentials in the configuration of the checkout at `root`, and in the files that it includes, whatever the condition:
 * `actions/checkout` leaves its token in the one or, from version 6 on, in the other. No command and no tool sees either.
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
	/** In small letters, without its subsection. */
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
			// An address may carry the credential in its own name: `[url "https://x:token@…"]`.
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
	// Without a password what stands before the `@` is a name, unless it is as long as a token.
	const isName = password !== undefined && !/^[a-z+]+:\/\/[^/@:\s]*:/.test(value) && password.length < 20;
	return password === undefined || isName ? [] : [password];
}

/** `AUTHORIZATION: basic <base64 of name:token>` or `bearer <token>`. */
function headerSecrets(header: string): readonly string[] {
	const [, kind = '', credential = ''] = /^authorization\s*:\s*(basic|bearer|token)\s+(\S+)/i.exec(header) ?? [];
	if (credential === '') return [];
	if (kind.toLowerCase() !== 'basic') return [credential];
	const token = Buffer.from(credential, 'base64')
		.toString()
		.replace(/^[^:]*:/, '');
	// What is no base64 decodes to bytes that are nobody's secret, and hiding them could hide anything.
	return /^[!-~]+$/.test(token) ? [credential, token] : [credential];
}
