import type { SyntaxNode, While } from 'unbash';
import { type Analysis, leftOf, nothing, type Run } from './analysis.ts';
import { report } from './command.ts';
import { readLooped } from './computed.ts';
import { isShared } from './exported.ts';
import { foldWord } from './fold.ts';
import { globbed } from './globs.ts';
import { listedFolders } from './listed-folders.ts';
import { leaveLoop, loop } from './loop.ts';
import { oddWords } from './odd-words.ts';
import type { Folding } from './piece.ts';
import type { Scope } from './program.ts';
import { isReading, linesOf } from './read-line.ts';
import { settingFindings } from './settings.ts';
import { fork, isPlain, join, limits, type State } from './state.ts';
import { oneByOne, remains, type Stream, type Word } from './word.ts';

interface Around {
	readonly run: Run;
	readonly analysis: Analysis;
}

type For = Extract<SyntaxNode, { type: 'For' | 'Select' }>;

/** Judges a loop over constant words once for each word. Otherwise its variable is unknown. */
export function walkFor(
	node: For,
	folding: Folding,
	walk: (body: SyntaxNode, way: Run) => Stream,
	{ run, analysis }: Around,
): Stream {
	const { state } = run;
	const written = node.wordlist?.flatMap((word) => foldWord(word, folding)) ?? state.positional;
	const values = written?.flatMap(
		(word) => listedFolders(word, run, analysis) ?? asSplit(word, { facts: analysis.facts, cwd: state.cwd }),
	);
	const name = node.name.value;
	const place = { inShell: !isShared(name, state), scope: { facts: analysis.facts, cwd: state.cwd } };
	const setting = (values ?? [undefined])
		.flatMap((value) => settingFindings(name, value, place))
		.concat(globbed(values ?? [], place.scope));
	// A menu shows its words.
	const shown = node.type === 'Select' || state.traces ? (values ?? []).filter((word) => word.secrets.length > 0) : [];
	if (setting.length + shown.length > 0)
		report({ text: `for ${name}`, words: shown, findings: setting }, run, analysis);
	readLooped(name, values, run, analysis);
	const holds = isPlain(state, name) && !state.attributes.lists.has(name) && node.type === 'For';
	const once = (value: Word | undefined, way: Run): Stream => {
		state.variables.set(name, value && holds ? [oneByOne(value)] : remains(`$${name}`, values));
		if (node.type === 'Select') state.variables.set('REPLY', undefined);
		return walk(node.body, way);
	};
	const before = fork(state);
	const isConstant = values?.every((word) => word.known) === true && values.length <= limits.alternatives;
	const way: Run = { ...run, isUncertain: true };
	const streams = isConstant
		? values.map((value) => once(value, way))
		: [loop((inner) => once(anyOf(values), inner), run)];
	endLoop(state, before);
	return { fetched: streams.some((stream) => stream.fetched) };
}

/** Each word of a split list is a separate value: `for f in $(ls)`. */
function asSplit(word: Word, scope: Scope): readonly Word[] {
	return word.listed === 'split' ? [word, ...oddWords(word, scope)] : [word];
}

/** Returns one unknown word with the secrets and the origin of all words. */
function anyOf(values: readonly Word[] | undefined): Word | undefined {
	const [marks] = remains('', values) ?? [];
	const first = values?.find((word) => !word.known);
	return first && marks ? { ...first, secrets: marks.secrets, fetched: marks.fetched } : first;
}

/** Ends a loop. Its body may not have run, and a `break` in it skips nothing after the loop. */
function endLoop(state: State, before: State): void {
	join(state, before);
	leaveLoop(state, before.jump);
}

/** Judges a loop that reads constant lines or file names once for each line. */
export function walkWhile(
	node: While,
	all: (nodes: readonly SyntaxNode[], way: Run) => Stream,
	{ run, analysis }: Around,
): Stream {
	const lines = node.kind === 'while' && isReading(node.clause) ? linesOf(leftOf(run.stdin, analysis)) : undefined;
	const stream = lines === undefined ? loop((way) => all([node.clause, node.body], way), run) : unroll(lines);
	// The condition runs once more before the loop ends.
	const before = fork(run.state);
	all([node.clause], { ...run, isUncertain: true, line: { next: undefined } });
	join(run.state, before);
	return stream;

	function unroll(given: readonly Stream[]): Stream {
		const atFirst = fork(run.state);
		if (run.stdin !== undefined) analysis.consumed.add(run.stdin);
		const streams = given.map((next) => {
			const way: Run = { ...run, isUncertain: true, line: { next } };
			return all([node.clause, node.body], way);
		});
		endLoop(run.state, atFirst);
		return streams.find((one) => one.fetched) ?? nothing;
	}
}
