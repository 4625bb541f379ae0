import type {
	Assignment,
	Command,
	Function as FunctionNode,
	ParsedScript,
	Pipeline,
	Redirection,
	SyntaxNode,
	Word as SyntaxWord,
} from 'unbash';
import { type Analysis, addOpaque, nothing, type Run, withErrors } from './analysis.ts';
import { readArithmetic } from './arithmetic.ts';
import { apart, runBeside, runTogether } from './beside.ts';
import { costs, isOut, pay, payText } from './budget.ts';
import { report } from './command.ts';
import { judgeComputedOutput } from './computed-output.ts';
import { createFolding, isBare } from './fold.ts';
import { multiplies } from './fork-bomb.ts';
import { noteHeld } from './later.ts';
import { loop } from './loop.ts';
import { noteObeyed } from './obeyed-by-shell.ts';
import { noteReverseShell, redirectionScope } from './origin.ts';
import { feed, hasOutputs, outputsOf, sinkOf } from './outputs.ts';
import type { Folding } from './piece.ts';
import { noteOpened, outputThrough, readRedirections } from './redirections.ts';
import { fork, join, jumps } from './state.ts';
import { hasNetwork, runSubstitutions } from './substitutions.ts';
import { walkCase, walkIf } from './walk-branches.ts';
import { walkAndOr } from './walk-chain.ts';
import { walkFor, walkWhile } from './walk-loops.ts';
import { walkRest } from './walk-rest.ts';
import { walkSimple } from './walk-simple.ts';
import { judgeTest } from './walk-tests.ts';
import type { Stream } from './word.ts';
import { type Stage, withoutShownEnvironment } from './yields.ts';

/** As {@link walkScript}, for a script inside another one. Afterwards, it also judges the commands that the budget did not cover. */
export function walkInner(script: ParsedScript, run: Run, analysis: Analysis): Stream {
	const output = walkScript(script, run, analysis);
	walkLeft(script, run, analysis);
	return output;
}

/** Judges the commands that were not reached within the budget. */
export function walkLeft(script: ParsedScript, run: Run, analysis: Analysis): void {
	walkRest(script, run, analysis, (node, way) => walk(node, way, analysis));
}

/** Judges the commands of a parsed script in the order of the shell. Returns its output. */
export function walkScript(script: ParsedScript, run: Run, analysis: Analysis): Stream {
	const [error] = script.errors ?? [];
	if (error !== undefined)
		addOpaque(analysis, script.shebang ?? '', `the shell text cannot be parsed: ${error.message}`);
	if (analysis.budget.depth <= 0) {
		addOpaque(analysis, '…', 'the command line is nested too deeply to be inspected');
		return nothing;
	}
	analysis.budget.depth--;
	const inner = script.commands.length > 1 ? { ...run, traits: [...run.traits, 'chain' as const] } : run;
	const output = all(script.commands, inner, analysis);
	analysis.budget.depth++;
	return output;
}

function all(nodes: readonly SyntaxNode[], run: Run, analysis: Analysis): Stream {
	const streams: Stream[] = [];
	for (const node of nodes) {
		if (isOut(analysis.budget)) break;
		streams.push(walk(node, run, analysis));
	}
	const [only] = streams;
	if (streams.length === 1 && only !== undefined) return only;
	const decoded = streams.some((stream) => stream.decoded === true);
	return { fetched: streams.some((stream) => stream.fetched), ...(decoded && { decoded }) };
}

function walk(node: SyntaxNode, run: Run, analysis: Analysis): Stream {
	if (!pay(analysis.budget, costs.node)) return nothing;
	const go = (one: SyntaxNode, way: Run) => walk(one, way, analysis);
	switch (node.type) {
		case 'Statement':
			if (node.background !== true) return walk(node.command, run, analysis);
			return runBeside(run, analysis, (way) => walk(node.command, way, analysis));
		case 'CompoundList':
			return all(node.commands, run, analysis);
		case 'BraceGroup':
			return walk(node.body, run, analysis);
		case 'Subshell':
			return walk(node.body, apart(run), analysis);
		case 'Coproc':
			if (node.name !== undefined) noteObeyed(node.name.text, run, analysis);
			return walkCoproc(node.body, run, analysis);
		case 'Pipeline':
			return node.commands.length === 1 && node.commands[0] !== undefined
				? walk(node.commands[0], run, analysis)
				: runTogether(analysis, () => walkPipeline(node, run, analysis));
		case 'AndOr':
			return walkAndOr(node, run, go);
		case 'Command':
			return walkCommand(node, run, analysis);
		case 'Function':
			return defineFunction(node, (call) => walk(node.body, call, analysis), run, analysis);
		case 'Redirected':
			return walkRedirected(node.command, node.redirects, run, analysis);
		case 'If':
			return walkIf(node, run, go);
		case 'For':
		case 'Select':
		case 'While':
		case 'ArithmeticFor':
			return runTogether(analysis, () => walkLoop(node, run, analysis));
		case 'Case':
			return walkCase(node, run, { fold: (one) => foldingOf([one], run, analysis), walk: go, analysis });
		case 'TestCommand':
		case 'ArithmeticCommand':
			payText(analysis.budget, 8 * (node.end - node.pos));
			judgeTest(node, foldingOf([node], run, analysis), run, analysis);
			return nothing;
		default:
			addOpaque(analysis, node.type, `the gate does not know the shell construct ${node.type}`);
			return nothing;
	}
}

type Loop = Extract<SyntaxNode, { type: 'For' | 'Select' | 'While' | 'ArithmeticFor' }>;

function walkLoop(node: Loop, run: Run, analysis: Analysis): Stream {
	if (node.type === 'While') return walkWhile(node, (nodes, way) => all(nodes, way, analysis), { run, analysis });
	if (node.type !== 'ArithmeticFor') {
		const folding = foldingOf(node.wordlist ?? [], run, analysis);
		return walkFor(node, folding, (body, way) => walk(body, way, analysis), { run, analysis });
	}
	payText(analysis.budget, node.body.pos - node.pos);
	foldingOf([node], run, analysis);
	return loop((way) => {
		const stream = walk(node.body, way, analysis);
		foldingOf([node], way, analysis);
		return stream;
	}, run);
}

function walkPipeline(node: Pipeline, run: Run, analysis: Analysis): Stream {
	const { commands } = node;
	let stdin = run.stdin;
	const start = analysis.parts.length;
	const stages: Stage[] = [];
	for (const [i, command] of commands.entries()) {
		const from = analysis.parts.length;
		const printed = walk(command, { ...apart(run), stdin, traits: [...run.traits, 'pipe'] }, analysis);
		const output = node.operators[i] === '|&' ? withErrors(printed) : printed;
		stages.push({ command, from, to: analysis.parts.length, output });
		const touched = hasNetwork(analysis, from);
		const program = output.program ?? stdin?.program;
		const fetched = output.fetched || touched || stdin?.fetched === true;
		stdin = { ...output, fetched, ...(program !== undefined && { program }) };
	}
	noteReverseShell(start, analysis);
	withoutShownEnvironment(stages, analysis);
	if (!isOut(analysis.budget)) analysis.walked.add(node);
	return stdin ?? nothing;
}

/** A coprocess runs next to the shell, which writes to it and reads from it through file descriptors. */
function walkCoproc(body: SyntaxNode, run: Run, analysis: Analysis): Stream {
	const from = analysis.parts.length;
	const output = runBeside({ ...run, stdin: nothing }, analysis, (way) => walk(body, way, analysis));
	const fetched = output.fetched || hasNetwork(analysis, from);
	run.state.descriptors.set('COPROC', { fetched });
	analysis.sinks.push(sinkOf(run, (fed) => walk(body, fed, analysis)));
	return nothing;
}

function walkRedirected(command: SyntaxNode, redirects: readonly Redirection[], run: Run, analysis: Analysis): Stream {
	const printed = new Map(
		redirects.flatMap((redirect) => [
			...runSubstitutions(redirect, run, analysis, (s, r) => walkInner(s, r, analysis)),
		]),
	);
	const folding = createFolding({ facts: analysis.facts, state: run.state, printed });
	const redirected = readRedirections(redirects, folding, redirectionScope(run, analysis));
	// A loop may show its here-string.
	if (redirected.text.length > 0 || redirected.words.some((word) => word.secrets.length > 0)) {
		report({ text: redirected.text.join(' '), words: redirected.words, findings: redirected.findings }, run, analysis);
	}
	noteOpened(redirected, run);
	const from = analysis.parts.length;
	const output = walk(command, { ...run, stdin: redirected.stdin ?? run.stdin }, analysis);
	const printedInto = hasOutputs(printed)
		? redirects.flatMap((redirect) => outputsOf(redirect, run, (s, r) => walkScript(s, r, analysis)))
		: [];
	feed(printedInto, [output, { fetched: hasNetwork(analysis, from) }], analysis);
	return outputThrough(redirected, output, run.state);
}

/** Returns a reader for the words of these nodes. Judges their substitutions and arithmetic first. */
function foldingOf(nodes: readonly SyntaxNode[], run: Run, analysis: Analysis): Folding {
	let printed = noStreams;
	for (const node of nodes) {
		if (isPlainCommand(node)) continue;
		const streams = runSubstitutions(node, run, analysis, (script, inner) => walkInner(script, inner, analysis));
		printed = printed.size === 0 ? streams : new Map([...printed, ...streams]);
		readArithmetic(node, run, analysis);
		judgeComputedOutput(node, streams, run.state, analysis);
	}
	return createFolding({ facts: analysis.facts, state: run.state, printed });
}

const noStreams: ReadonlyMap<string, Stream> = new Map();

function walkCommand(node: Command, run: Run, analysis: Analysis): Stream {
	const output = walkSimple(node, run, analysis, {
		fold: (one) => foldingOf([one], run, analysis),
		walkScript: (script, inner) => walkScript(script, inner, analysis),
	});
	noteHeld(run, analysis);
	return output;
}

/** The most definitions of one name that are judged. */
const mostDefinitions = 16;

/** Defines a function. If two definitions are possible, a call judges both. */
function defineFunction(node: FunctionNode, judge: (call: Run) => Stream, run: Run, analysis: Analysis): Stream {
	const name = node.name.value;
	const defined = analysis.functions.get(name);
	const isTooMany = (defined?.earlier ?? 0) >= mostDefinitions;
	if (isTooMany) analysis.budget.isPartial = true;
	const before = isTooMany ? undefined : defined;
	analysis.functions.set(name, {
		run: (call) => {
			const other = fork(call.state);
			before?.run({ ...call, state: other });
			const output = judge(call);
			if (before !== undefined) join(call.state, other);
			return output;
		},
		isUncertain: (run.isUncertain === true || run.state.jump !== jumps.none) && before?.isUncertain !== false,
		called: false,
		multiplies: multiplies(node) || before?.multiplies === true,
		earlier: before === undefined ? 0 : before.earlier + 1,
	});
	return nothing;
}

/** Returns whether a command contains no `$`, no backtick and no parenthesis, so that the shell runs nothing while it expands the words. */
function isPlainCommand(node: SyntaxNode): boolean {
	if (node.type !== 'Command' || node.prefix.length > 0) return false;
	const isPlainWord = (item: SyntaxWord | Assignment) => item.type === 'Word' && (isBare(item) || isQuiet(item));
	return (
		(node.name === undefined || isPlainWord(node.name)) &&
		node.args.every(isPlainWord) &&
		node.redirects.every((one) => one.type === 'Redirect' && (one.target === undefined || isPlainWord(one.target)))
	);
}

function isQuiet({ text }: SyntaxWord): boolean {
	return !/[$`(]/.test(text);
}
