import type { Redirection } from 'unbash';
import { foldParts } from './fold.ts';
import type { Folding } from './piece.ts';
import type { Finding, Scope } from './program.ts';
import { reads, talksTo, writes } from './roles.ts';
import { type Stream, spell, type Word } from './word.ts';

/** What the redirections of a command do. */
export interface Redirected {
	readonly findings: readonly Finding[];
	/** What they feed the command, where they do. */
	readonly stdin?: Stream;
	readonly text: readonly string[];
	readonly words: readonly Word[];
	/** Something is written or read: `2>&1` and `2>/dev/null` do not count. */
	readonly counts: boolean;
}

/** Reads redirections: files that are read and written, sockets, and what the command is fed. */
export function readRedirections(redirections: readonly Redirection[], folding: Folding, scope: Scope): Redirected {
	const all = redirections.map((redirection) => readOne(redirection, folding, scope));
	const stdin = all.findLast((one) => one.stdin !== undefined)?.stdin;
	return {
		findings: all.flatMap((one) => one.findings),
		...(stdin && { stdin }),
		text: all.flatMap((one) => one.text),
		words: all.flatMap((one) => one.words),
		counts: all.some((one) => one.counts),
	};
}

const none = { findings: [], text: [], words: [], counts: false };

function readOne(redirection: Redirection, folding: Folding, scope: Scope): Redirected {
	if (redirection.type === 'HereDoc') {
		const { parts, text } = redirection.body;
		if (parts === undefined) return { ...none, stdin: { text, fetched: false } };
		const body = foldParts(parts, text, folding);
		return { ...none, stdin: streamOf(body), words: [body] };
	}
	const { target, operator } = redirection;
	if (target === undefined) return none;
	const word = folding.unsplit(target);
	if (operator === '<<<') return { ...none, stdin: streamOf(word), words: [word] };
	const text = [`${operator} ${spell(word)}`];
	if ((operator === '<&' || operator === '>&') && /^(\d+-?|-)$/.test(word.text)) return { ...none, text };
	const socket = /^\/dev\/(?:tcp|udp)\/([^/]*)/.exec(word.text);
	if (socket) return { ...none, text, findings: talksTo(socket[1] ?? ''), stdin: { fetched: true }, counts: true };
	const isInput = operator === '<' || operator === '<&';
	const findings = isInput ? reads(word, scope) : writes(word, scope);
	const stdin = isInput ? { stdin: word.stream ?? { fetched: false } } : {};
	return { findings, text, words: [word], counts: findings.length > 0, ...stdin };
}

function streamOf(word: Word): Stream {
	return word.known ? { text: `${word.text}\n`, fetched: false } : { fetched: word.fetched };
}
