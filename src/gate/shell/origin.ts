import type { Effect } from '../../core/index.ts';
import { type Analysis, addOpaque, type Run } from './analysis.ts';
import { isOdd } from './odd-names.ts';
import { type Finding, opaque, runsFetchedCode } from './program.ts';
import type { RedirectionScope } from './redirections.ts';
import { openedUnder, type State } from './state.ts';
import type { Stream, Word } from './word.ts';

/** The findings for executing text from another machine. */
export const fetchedCode: readonly Finding[] = [runsFetchedCode, { find: 'trait', trait: 'fetch-to-shell' }];

const fedUnknown = 'it executes what it is fed, which cannot be known';

const decodedCode: readonly Finding[] = [
	opaque('decoded code: it runs code that can be read only after it is decoded'),
];

/** Returns findings about the input of an interpreter, if it reads its program from the input. */
export function feedFindings(findings: readonly Finding[], stdin: Stream | undefined): readonly Finding[] {
	if (!findings.some((finding) => finding.find === 'feed')) return [];
	if (stdin?.fetched === true) return fetchedCode;
	if (stdin?.decoded === true) return decodedCode;
	return stdin?.text === undefined ? [opaque(fedUnknown)] : [];
}

/** Returns findings about a script that is read from the input (`awk -f -`), by the origin of the input. */
export function fedScript(file: Word, stdin: Stream | undefined): readonly Finding[] {
	if (!/^(-|\/dev\/stdin|\/(dev|proc\/self)\/fd\/0)$/.test(file.text)) return [];
	return stdin?.fetched === true ? fetchedCode : stdin?.decoded === true ? decodedCode : [];
}

/**
 * Returns whether a file, or a folder above it, was downloaded. For a file descriptor: whether the open stream came from another machine.
 */
export function isFetchedFile(path: string, state: State, { fetchedFiles }: Analysis): boolean {
	const number = /^\/(?:dev|proc\/self)\/fd\/(.+)$/.exec(path)?.[1];
	if (number !== undefined) return openedUnder(number, state)?.fetched === true;
	return fetchedFiles.has(path) || [...fetchedFiles].some((folder) => path.startsWith(`${folder}/`));
}

/** Returns findings about executed text that came from another machine or was decoded. */
export function fetchedFindings(findings: readonly Finding[], state: State, analysis: Analysis): readonly Finding[] {
	const isFetched = findings.some(
		(finding) =>
			(finding.find === 'shell' && (finding.source.fetched || finding.source.stream?.fetched === true)) ||
			(finding.find === 'executes' && isFetchedFile(finding.path, state, analysis)),
	);
	if (isFetched) return fetchedCode;
	const isDecoded = findings.some((finding) => finding.find === 'shell' && isDecodedWord(finding.source));
	return isDecoded ? decodedCode : [];
}

function isDecodedWord(word: Word): boolean {
	return word.stream?.decoded === true || (word.decoded === true && !standsAsArgument.test(word.prefix));
}

/**
 * Matches the text before a decoded word, if the word is only an argument of a harmless program: `echo $(…)`. The word may still contain a
 * `;`, so its text stays unknown.
 */
const standsAsArgument =
	/(^|[;&|(\n])\s*(echo|printf|test|\[|ls|cat|head|tail|grep|wc|mkdir|touch|git|npm version)\s[^;&|()<>`$\n]*$/;

/** Records the constant text that a command wrote to files, for commands in the same line that run them. */
export function noteWritten(
	findings: readonly Finding[],
	{ text, appends = false }: { readonly text?: string | undefined; readonly appends?: boolean },
	{ written, facts }: Analysis,
): void {
	for (const finding of findings) {
		if (finding.find !== 'effect' || finding.effect.kind !== 'write') continue;
		const { path } = finding.effect;
		if (text === undefined) written.delete(path);
		else written.set(path, `${appends ? (facts.readText(path) ?? '') : ''}${text}`);
	}
}

/** Records the written files that matter to the following commands. */
export function noteEffects(effects: readonly Effect[], stdin: Stream | undefined, analysis: Analysis): void {
	noteOdd(effects, analysis);
	noteFetched(effects, stdin, analysis);
}

/** Records files with unusual names, because later commands may list them. */
function noteOdd(effects: readonly Effect[], { odd }: Analysis): void {
	for (const effect of effects)
		if (effect.kind === 'write' && isOdd(effect.path, 'split') && !/[*?[]/.test(effect.path)) odd.add(effect.path);
}

/** Marks files as another machine's text if the command contacted a host, or read such text from its input. */
function noteFetched(effects: readonly Effect[], stdin: Stream | undefined, analysis: Analysis): void {
	if (stdin?.fetched !== true && !effects.some((effect) => effect.kind === 'network')) return;
	for (const effect of effects) if (effect.kind === 'write') analysis.fetchedFiles.add(effect.path);
}

/** Reports an unknown shell in one pipeline with another machine: `sh -i < pipe | nc host 1 > pipe`. */
export function noteReverseShell(from: number, analysis: Analysis): void {
	const effects = analysis.parts.slice(from).flatMap((part) => part.effects);
	const isFed = effects.some((effect) => effect.kind === 'opaque' && effect.why === fedUnknown);
	const isConnected = effects.some((effect) => effect.kind === 'network');
	if (isFed && isConnected) addOpaque(analysis, '|', 'reverse shell: a shell is connected to another machine');
}

/** Returns whether a command shows text from another machine, from its input, its words or a file. */
export function showsFetched(
	{ words, stdin, findings }: { words: readonly Word[]; stdin: Stream | undefined; findings: readonly Finding[] },
	state: State,
	analysis: Analysis,
): boolean {
	if (stdin?.fetched === true || words.some((word) => word.fetched)) return true;
	if (analysis.fetchedFiles.size === 0) return false;
	const isRead = ({ kind }: Effect) => kind === 'read' || kind === 'secret.read';
	return findings.some(
		(one) =>
			one.find === 'effect' &&
			isRead(one.effect) &&
			'path' in one.effect &&
			isFetchedFile(one.effect.path, state, analysis),
	);
}

/** Returns the scope for the redirections of a command. */
export function redirectionScope({ state }: Run, analysis: Analysis): RedirectionScope {
	const isFetched = (path: string) => isFetchedFile(path, state, analysis);
	return { facts: analysis.facts, cwd: state.cwd, isFetched };
}
