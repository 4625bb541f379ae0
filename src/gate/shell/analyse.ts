import { type ParsedScript, parse } from 'unbash';
import type { Effect, Facts } from '../../core/index.ts';
import type { Part, Subject } from '../part.ts';
import { type Analysis, addOpaque, nothing, type Run } from './analysis.ts';
import { runBesides } from './beside.ts';
import { type Budget, createBudget, payText } from './budget.ts';
import { alone, judgeFindings, judgeWords } from './command.ts';
import { doubtIgnored } from './ignored.ts';
import { inView } from './in-view.ts';
import { runLater } from './later.ts';
import { type Made, withMade } from './links.ts';
import { reachOf } from './reach.ts';
import { nameGit } from './reaches-git.ts';
import { doubtPatches, doubtSources, withoutReadRuns } from './read-runs.ts';
import { fork, initialState, limits } from './state.ts';
import { nameTasks } from './tasks.ts';
import { walkInner, walkLeft, walkScript } from './walk.ts';
import type { Stream, Word } from './word.ts';
import { withWrittenRemovals } from './written-removals.ts';

/** Returns the effects of a command line, command by command, and the files whose content it would run. */
export function analyseShell(
	command: string,
	facts: Facts,
	cwd: string,
	budget: Budget = createBudget(),
): Pick<Subject, 'parts' | 'executes' | 'declared'> {
	const analysis = createAnalysis(facts, budget);
	const run: Run = { state: initialState(cwd, analysis.budget), stdin: undefined, traits: [], calls: [] };
	const script = readText(command, analysis);
	if (script !== undefined) walkScript(script, run, analysis);
	// Judge functions without a call too: a later command line may call them.
	for (const [name, shellFunction] of analysis.functions) {
		if (!shellFunction.called)
			shellFunction.run({ ...run, state: { ...fork(run.state), positional: undefined }, calls: [name] });
	}
	runLater(run, analysis);
	runBesides(analysis);
	if (script !== undefined) walkLeft(script, run, analysis);
	if (analysis.budget.isPartial)
		addOpaque(analysis, command, 'the command line takes too much work to be inspected whole');
	if (analysis.parts.length === 0) analysis.parts.push({ text: command.trim().slice(0, 500), effects: [], traits: [] });
	const known = withWrittenRemovals(
		analysis,
		doubtSources(doubtPatches(withoutReadRuns(analysis), analysis), analysis),
	);
	const certain = doubtIgnored(known, { facts, written: analysis.written });
	return {
		parts: namePurges(nameGit(nameTasks(nameReverseShells(certain)))),
		executes: [...new Set([...analysis.executes, ...analysis.declaredFiles])],
		declared: [...analysis.declared.values()],
	};
}

function createAnalysis(facts: Facts, budget: Budget): Analysis {
	const made: Made = { links: new Map(), written: new Map(), odd: new Set() };
	const analysis: Analysis = {
		facts: withMade(facts, made),
		...made,
		budget,
		walked: new Set(),
		functions: new Map(),
		later: new Map(),
		held: new Set(),
		beside: [],
		linkers: new Set(),
		aliases: new Map(),
		parts: [],
		executes: new Set(),
		declared: new Map(),
		declaredFiles: new Set(),
		consumed: new Set(),
		sinks: [],
		fetchedFiles: new Set(),
		readRuns: [],
		runFindings: (text, findings, run) => judgeFindings(text, findings, run, analysis),
		runText: (text, run) => runText(text, run, analysis),
		runWords: (words, run) => runWords(words, run, analysis),
	};
	return analysis;
}

/** Judges a command inside a command. Wrappers inside wrappers have the same limit on nesting as command lines. */
function runWords(words: readonly Word[], run: Run, analysis: Analysis): Stream {
	if (analysis.budget.depth <= 0) {
		addOpaque(analysis, '…', 'the command line is nested too deeply to be inspected');
		return nothing;
	}
	analysis.budget.depth--;
	const output = judgeWords(inView(words, analysis.budget), alone, run, analysis);
	analysis.budget.depth++;
	return output;
}

/** Characters that make one line look like another: control, direction-changing and invisible characters. */
const deceptive = /(?![\t\n\u200d])(?!\r\n)[\p{Cc}\p{Cf}]/u;

function runText(text: string, run: Run, analysis: Analysis): Stream {
	const script = readText(text, analysis);
	return script === undefined ? nothing : walkInner(script, run, analysis);
}

/** Parses shell text and reports the parts that cannot be read. Returns undefined if the text cannot be judged at all. */
function readText(text: string, analysis: Analysis): ParsedScript | undefined {
	if (!payText(analysis.budget, text.length)) return undefined;
	if (text.length > limits.characters || hasManyOpeners(text)) {
		addOpaque(analysis, text, 'the command line is too long to be inspected');
		return undefined;
	}
	if (deceptive.test(text))
		addOpaque(analysis, text, 'the command line holds invisible or direction-changing characters');
	const script = parse(text);
	const reach = reachOf(script);
	if (reach === undefined) {
		addOpaque(analysis, text, 'the command line is nested too deeply to be inspected');
		return undefined;
	}
	if (leavesText(text.slice(reach))) addOpaque(analysis, text, 'the shell text cannot be parsed whole');
	return script;
}

function hasManyOpeners(text: string): boolean {
	// Each opener has at least two characters, so a short text cannot contain too many.
	if (text.length <= 2 * limits.openers) return false;
	return (text.match(/<<|\$[({[]/g)?.length ?? 0) > limits.openers;
}

/** Returns whether the unread rest contains more than blanks and comments. The parser tolerates errors, so it may stop early. */
function leavesText(behind: string): boolean {
	const rest = behind.replace(/^[\s;&]+/, '');
	return rest !== '' && !rest.split('\n').every((line) => /^\s*(#|$)/.test(line));
}

const forgets = /\breflog\b.* expire\b.*--expire(-unreachable)?[= ](now|all)\b|\bstash clear\b/;
const collects = /\bgc\b.*--prune[= ](now|all)\b|\bprune\b(?!.*--expire)|\bprune\b.*--expire[= ](now|all)\b/;

/**
 * `git reflog expire --expire=now --all && git gc --prune=now`: after only one of the two commands, git can still restore commits. Both
 * commands together destroy the commits.
 */
function namePurges(parts: readonly Part[]): readonly Part[] {
	const first = parts.findIndex((part) => drops(part, forgets));
	if (first < 0) return parts;
	return parts.map((part, i) =>
		i > first && drops(part, collects)
			? { ...part, effects: [...part.effects, { kind: 'destroy', what: 'all that git could restore' }] }
			: part,
	);
}

function drops({ effects, argv = [] }: Part, pattern: RegExp): boolean {
	return effects.some(({ kind }) => kind === 'git.rewrite') && pattern.test(argv.join(' ').slice(0, 1_000));
}

/** The reasons of effects that run text from the input or from another machine. */
const executesInput =
	/^(it executes what it is fed|a command line that cannot be known|which program runs cannot be known|fetched code)/;

/**
 * Finds a shell whose input or output is a network connection, through a pipe, a named pipe or a descriptor
 * (`mkfifo f; sh <f | nc h 1 >f`). No single command shows this. Adds the finding to each part with a connection.
 */
function nameReverseShells(parts: readonly Part[]): readonly Part[] {
	const isConnected = (part: Part) =>
		part.traits.includes('connection') && part.effects.some(({ kind }) => kind === 'network');
	if (!parts.some(isConnected) || !parts.some((part) => part.effects.some(isExecuting))) return parts;
	const why = 'reverse shell: what another machine sends is executed here';
	return parts.map((part) =>
		isConnected(part) ? { ...part, effects: [...part.effects, { kind: 'opaque', why }] } : part,
	);
}

function isExecuting(effect: Effect): boolean {
	return effect.kind === 'opaque' && executesInput.test(effect.why);
}
