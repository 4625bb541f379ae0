import { posix } from 'node:path';
import type { Redirect, Redirection } from 'unbash';
import { withErrors, withoutText } from './analysis.ts';
import { costs, pay } from './budget.ts';
import { foldParts } from './fold.ts';
import type { Folding } from './piece.ts';
import { connection, type Finding, type Scope } from './program.ts';
import { rarest, shapesOfText } from './rarest.ts';
import { pathOf, reads, talksTo, writes } from './roles.ts';
import { settingFindings } from './settings.ts';
import { openedUnder, type State } from './state.ts';
import { holdsNames, type Stream, spell, type Word } from './word.ts';

/** The effects of a command's redirections. */
export interface Redirected {
	readonly findings: readonly Finding[];
	/** The new input of the command, if they change it. */
	readonly stdin?: Stream;
	readonly text: readonly string[];
	readonly words: readonly Word[];
	/** The streams that are opened for reading under another file descriptor: `exec 5< file`. */
	readonly opened: readonly (readonly [string, Stream])[];
	/** The redirections read or write a file or a host. False for `2>&1` and `2>/dev/null`. */
	readonly counts: boolean;
	/** The output is appended to the file. */
	readonly appends: boolean;
	/** The output of the command goes elsewhere. */
	readonly silent: boolean;
	/** Error messages go to the output, or may do so. */
	readonly mixed: boolean;
	/** Variables that get the number of a file descriptor: `{fd}<file`. */
	readonly assigned: readonly string[];
}

/** The scope of redirections, and which of its files came from another machine. */
export interface RedirectionScope extends Scope {
	readonly isFetched: (path: string) => boolean;
}

/** Reads redirections: files that are read or written, sockets, and the command's input. */
export function readRedirections(
	redirections: readonly Redirection[],
	folding: Folding,
	scope: RedirectionScope,
): Redirected {
	if (redirections.length === 0) return none;
	const all = readable(redirections, folding).map((redirection) => readOne(redirection, folding, scope));
	const stdin = all.findLast((one) => one.stdin !== undefined)?.stdin;
	return {
		findings: all.flatMap((one) => one.findings),
		...(stdin && { stdin: { ...stdin, fetched: all.some((one) => one.stdin?.fetched === true) } }),
		text: all.flatMap((one) => one.text),
		words: all.flatMap((one) => one.words),
		opened: all.flatMap((one) => one.opened),
		counts: all.some((one) => one.counts),
		appends: all.some((one) => one.appends),
		silent: all.some((one) => one.silent),
		mixed: all.some((one) => one.mixed),
		assigned: all.flatMap((one) => one.assigned),
	};
}

/** The most redirections of one command that are judged. */
const mostRedirections = 200;

function readable(redirections: readonly Redirection[], { state: { budget } }: Folding): readonly Redirection[] {
	pay(budget, Math.min(redirections.length, mostRedirections) * costs.word);
	if (redirections.length <= mostRedirections) return redirections;
	budget.isPartial = true;
	return rarest(redirections, mostRedirections, (one) =>
		shapesOfText(one.type === 'HereDoc' ? '' : (one.target?.text ?? '')),
	);
}

const none: Redirected = {
	findings: [],
	text: [],
	words: [],
	opened: [],
	counts: false,
	appends: false,
	silent: false,
	mixed: false,
	assigned: [],
};

function readOne(redirection: Redirection, folding: Folding, scope: RedirectionScope): Redirected {
	const { descriptor } = redirection;
	const assigned = descriptor?.type === 'FileDescriptorVariable' ? [descriptor.name] : [];
	const read = redirection.type === 'Redirect' ? readFile(redirection, folding, scope) : readHere(redirection, folding);
	return {
		...read,
		mixed: redirection.type === 'Redirect' && mixesErrors(redirection, folding),
		assigned,
		findings: [...read.findings, ...assigned.flatMap((name) => settingFindings(name, undefined, { inShell: true }))],
	};
}

function readHere(redirection: Exclude<Redirection, Redirect>, folding: Folding): Redirected {
	if (redirection.type === 'HereString') {
		if (redirection.target === undefined) return none;
		const word = folding.unsplit(redirection.target);
		return { ...none, ...fedTo(redirection, streamOf(word)), words: [word] };
	}
	const { parts, text } = redirection.body;
	if (parts === undefined) {
		const fed = redirection.delimiter?.quoted === true ? text : withoutEscapes(text);
		return { ...none, ...fedTo(redirection, { text: fed, fetched: false }) };
	}
	const body = foldParts(parts, text, folding);
	const stream: Stream = body.known && !holdsNames(body) ? { text: body.text, fetched: false } : streamOf(body);
	return { ...none, ...fedTo(redirection, stream), words: [body] };
}

/**
 * Returns the text of a heredoc without its escapes. If the delimiter has no quotes, a backslash hides a `$` from this shell, but not from
 * the shell that reads the text.
 */
function withoutEscapes(text: string): string {
	return text.replace(/\\([$`\\]|\n)/g, (_, hidden: string) => (hidden === '\n' ? '' : hidden));
}

function readFile(redirection: Redirect, folding: Folding, scope: RedirectionScope): Redirected {
	const { target, operator } = redirection;
	if (target === undefined) return none;
	const word = folding.unsplit(target);
	const text = [`${operator} ${spell(word)}`];
	const silent = operator !== '<' && (operator.startsWith('&') || numberOf(redirection) === 1);
	const isNumber = /^(\d+-?|-)$/.test(word.text) || (operator === '<&' && !word.known);
	if ((operator === '<&' || operator === '>&') && isNumber) {
		const stream = openedUnder(word.text.replace('-', ''), folding.state) ?? { fetched: false };
		return {
			...none,
			text,
			silent,
			...((isInput(redirection) || numberOf(redirection) === 0) && fedTo(redirection, stream)),
		};
	}
	const socket = /^\/dev\/(?:tcp|udp)\/([^/]*)/.exec(word.text);
	if (socket) {
		const stream = { fetched: true };
		return {
			...none,
			text,
			silent,
			findings: [...talksTo(socket[1] ?? ''), connection],
			...fedTo(redirection, stream),
			counts: true,
		};
	}
	const findings = isInput(redirection) ? reads(word, scope) : writes(word, scope);
	const fed =
		isInput(redirection) || operator === '<>' ? fedTo(redirection, word.stream ?? fileStream(word, scope)) : {};
	const appends = operator.endsWith('>>');
	return { ...none, findings, text, appends, silent, words: [word], counts: findings.length > 0, ...fed };
}

/**
 * Returns whether error messages may go to the output: `2>&1`, `2>/dev/stdout`, `&>/dev/fd/1`, `2> >(cat)`. A named file is not the output.
 */
function mixesErrors({ operator, descriptor, target }: Redirect, folding: Folding): boolean {
	const takesErrors = operator.startsWith('&>') || (operator === '>&' && descriptor === undefined);
	const isOfErrors = descriptor?.type === 'FileDescriptorVariable' || descriptor?.value === 2;
	if (target === undefined || operator.startsWith('<<') || operator === '<' || !(takesErrors || isOfErrors))
		return false;
	const { text, known, stream } = folding.unsplit(target);
	if (operator === '>&' && isOfErrors && known) return !/^(2|2?-)$/.test(text);
	return !known || stream !== undefined || /^\/(dev\/(stdout|fd\/)|proc\/)/.test(posix.normalize(text));
}

/** Returns the file descriptor. If a variable gets the number, it is above 9. */
function numberOf({ descriptor, operator }: Redirection): number {
	if (descriptor?.type === 'FileDescriptorVariable') return 10;
	return descriptor?.value ?? (operator.startsWith('<') ? 0 : 1);
}

function isInput({ operator }: Redirection): boolean {
	return operator === '<' || operator === '<&';
}

/** Opens a stream under a file descriptor. With number 0, the stream is the command's input. */
function fedTo(redirection: Redirection, stream: Stream): Pick<Redirected, 'opened'> & { stdin?: Stream } {
	const number = numberOf(redirection);
	if (number === 0) return { opened: [], stdin: stream };
	// The gate does not track which command reads the stream, or how much was read before.
	const opened: Stream = { ...withoutText(stream), ...(stream.text !== undefined && { held: stream.text }) };
	return { opened: [[String(number), opened]], ...(stream.fetched && { stdin: opened }) };
}

function fileStream(word: Word, scope: RedirectionScope): Stream {
	const file = pathOf(word, scope);
	return file === undefined || word.pattern ? { fetched: false } : { fetched: scope.isFetched(file), file };
}

function streamOf(word: Word): Stream {
	if (word.known && !holdsNames(word)) return { text: `${word.text}\n`, fetched: false };
	const { fetched, decoded, file } = word;
	return { fetched, ...(decoded === true && { decoded }), ...(file !== undefined && { file }) };
}

/** Returns the visible output of a command, after its own redirections and the redirections of its shell. */
export function outputThrough({ silent, mixed }: Redirected, output: Stream, { mixesErrors }: State): Stream {
	if (silent) return withoutText(output);
	return mixed || mixesErrors ? withErrors(output) : output;
}

/** Records the streams and variables that stay open from now on. */
export function noteOpened({ opened, assigned }: Redirected, { state }: { readonly state: State }): void {
	for (const [number, stream] of opened) state.descriptors.set(number, stream);
	for (const name of assigned) state.variables.set(name, undefined);
}
