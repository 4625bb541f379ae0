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
	/** What is opened for reading under a number of its own: `exec 5< file`. */
	readonly opened: readonly (readonly [string, Stream])[];
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
		opened: all.flatMap((one) => one.opened),
		counts: all.some((one) => one.counts),
	};
}

const none = { findings: [], text: [], words: [], opened: [], counts: false };

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
	if ((operator === '<&' || operator === '>&') && /^(\d+-?|-)$/.test(word.text)) {
		const stream = folding.state.descriptors.get(word.text.replace('-', ''));
		return { ...none, text, ...(stream && isInput(redirection) && { stdin: stream }) };
	}
	const socket = /^\/dev\/(?:tcp|udp)\/([^/]*)/.exec(word.text);
	if (socket) {
		const stream = { fetched: true };
		return { ...none, text, findings: talksTo(socket[1] ?? ''), ...fedTo(redirection, stream), counts: true };
	}
	const findings = isInput(redirection) ? reads(word, scope) : writes(word, scope);
	const fed = isInput(redirection) || operator === '<>' ? fedTo(redirection, word.stream ?? { fetched: false }) : {};
	return { ...none, findings, text, words: [word], counts: findings.length > 0, ...fed };
}

function isInput({ operator }: Redirection): boolean {
	return operator === '<' || operator === '<&';
}

/** What is opened under a number feeds whoever reads that number; without one, or under 0, it is the command's input. */
function fedTo(redirection: Redirection, stream: Stream): Pick<Redirected, 'opened'> & { stdin?: Stream } {
	const { descriptor } = redirection;
	const number = descriptor?.type === 'FileDescriptor' ? descriptor.value : 0;
	return number === 0
		? { opened: [], stdin: stream }
		: { opened: [[String(number), stream]], ...(stream.fetched && { stdin: stream }) };
}

function streamOf(word: Word): Stream {
	if (word.known) return { text: `${word.text}\n`, fetched: false };
	return { fetched: word.fetched, ...(word.decoded === true && { decoded: true }) };
}
