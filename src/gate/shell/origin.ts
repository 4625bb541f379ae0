import type { Effect } from '../../core/index.ts';
import { type Analysis, addOpaque } from './analysis.ts';
import { type Finding, opaque } from './program.ts';
import type { Stream, Word } from './word.ts';

const fetchedCode: readonly Finding[] = [
	opaque('fetched code: what another machine answers is executed'),
	{ find: 'trait', trait: 'fetch-to-shell' },
];

const fedUnknown = 'it executes what it is fed, which cannot be known';

const decodedCode: readonly Finding[] = [opaque('decoded code: what cannot be read before it is decoded is executed')];

/** What an interpreter that reads its program from its input is fed. */
export function feedFindings(findings: readonly Finding[], stdin: Stream | undefined): readonly Finding[] {
	if (!findings.some((finding) => finding.find === 'feed')) return [];
	if (stdin?.fetched === true) return fetchedCode;
	if (stdin?.decoded === true) return decodedCode;
	return stdin?.text === undefined ? [opaque(fedUnknown)] : [];
}

/** `awk -f -`: a script that is read from the input is as good as whoever writes that. */
export function fedScript(file: Word, stdin: Stream | undefined): readonly Finding[] {
	if (!/^(-|\/dev\/stdin|\/(dev|proc\/self)\/fd\/0)$/.test(file.text)) return [];
	return stdin?.fetched === true ? fetchedCode : stdin?.decoded === true ? decodedCode : [];
}

/** A file that was fetched, or that lies in a folder that was. */
function isFetchedFile(path: string, { fetchedFiles }: Analysis): boolean {
	return fetchedFiles.has(path) || [...fetchedFiles].some((folder) => path.startsWith(`${folder}/`));
}

/** What is executed and came from another machine, or was decoded. */
export function fetchedFindings(findings: readonly Finding[], analysis: Analysis): readonly Finding[] {
	const isFetched = findings.some(
		(finding) =>
			(finding.find === 'shell' && (finding.source.fetched || finding.source.stream?.fetched === true)) ||
			(finding.find === 'executes' && isFetchedFile(finding.path, analysis)),
	);
	if (isFetched) return fetchedCode;
	const isDecoded = findings.some((finding) => finding.find === 'shell' && isDecodedWord(finding.source));
	return isDecoded ? decodedCode : [];
}

function isDecodedWord(word: Word): boolean {
	return word.stream?.decoded === true || (word.decoded === true && !standsAsArgument.test(word.prefix));
}

/** `echo $(…)`: what is decoded stands where such a program's arguments do. It may still hold a `;`, so it cannot be known. */
const standsAsArgument =
	/(^|[;&|(\n])\s*(echo|printf|test|\[|ls|cat|head|tail|grep|wc|mkdir|touch|git|npm version)\s[^;&|()<>`$\n]*$/;

/** A file that a command with constant output was redirected to holds that text, for whoever runs it in the same line. */
export function noteWritten(findings: readonly Finding[], output: Stream, { written }: Analysis): void {
	for (const finding of findings) {
		if (finding.find !== 'effect' || finding.effect.kind !== 'write') continue;
		if (output.text === undefined) written.delete(finding.effect.path);
		else written.set(finding.effect.path, output.text);
	}
}

/** What a fetching command writes is another machine's text. */
export function noteFetched(effects: readonly Effect[], analysis: Analysis): void {
	if (!effects.some((effect) => effect.kind === 'network')) return;
	for (const effect of effects) if (effect.kind === 'write') analysis.fetchedFiles.add(effect.path);
}

/** A shell whose commands cannot be known, in one pipeline with another machine: `sh -i < pipe | nc host 1 > pipe`. */
export function noteReverseShell(from: number, analysis: Analysis): void {
	const effects = analysis.parts.slice(from).flatMap((part) => part.effects);
	const isFed = effects.some((effect) => effect.kind === 'opaque' && effect.why === fedUnknown);
	const isConnected = effects.some((effect) => effect.kind === 'network');
	if (isFed && isConnected) addOpaque(analysis, '|', 'reverse shell: a shell is connected to another machine');
}
