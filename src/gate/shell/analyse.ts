import { forEachChild, parse, type SyntaxNode } from 'unbash';
import type { Facts } from '../../core/index.ts';
import type { Subject } from '../part.ts';
import { type Analysis, addOpaque, nothing, type Run } from './analysis.ts';
import { alone, judgeFindings, judgeWords } from './command.ts';
import { type Made, withMade } from './links.ts';
import { nameGit } from './reaches-git.ts';
import { nameReverseShells } from './reverse-shell.ts';
import { fork, initialState, limits } from './state.ts';
import { nameTasks } from './tasks.ts';
import { walkScript } from './walk.ts';
import type { Stream, Word } from './word.ts';

/** What a command line would do, command by command, and the files whose content it would run. */
export function analyseShell(
	command: string,
	facts: Facts,
	cwd: string,
): Pick<Subject, 'parts' | 'executes' | 'declared'> {
	const analysis = createAnalysis(facts);
	const run: Run = { state: initialState(cwd), stdin: undefined, traits: [], calls: [] };
	analysis.runText(command, run);
	// A function that is defined and never called may be called by what comes later.
	for (const [name, shellFunction] of analysis.functions) {
		if (!shellFunction.called)
			shellFunction.run({ ...run, state: { ...fork(run.state), positional: undefined }, calls: [name] });
	}
	if (analysis.parts.length === 0) analysis.parts.push({ text: command.trim().slice(0, 500), effects: [], traits: [] });
	return {
		parts: nameGit(nameTasks(nameReverseShells(analysis.parts))),
		executes: [...new Set([...analysis.executes, ...analysis.declaredFiles])],
		declared: [...analysis.declared.values()],
	};
}

function createAnalysis(facts: Facts): Analysis {
	const made: Made = { links: new Map(), written: new Map() };
	const analysis: Analysis = {
		facts: withMade(facts, made),
		...made,
		budget: { commands: limits.commands, depth: limits.depth, scripts: limits.scripts },
		functions: new Map(),
		aliases: new Map(),
		parts: [],
		executes: new Set(),
		declared: new Map(),
		declaredFiles: new Set(),
		consumed: new Set(),
		sinks: [],
		fetchedFiles: new Set(),
		runFindings: (text, findings, run) => judgeFindings(text, findings, run, analysis),
		runText: (text, run) => runText(text, run, analysis),
		runWords: (words, run) => runWords(words, run, analysis),
	};
	return analysis;
}

/** Wrappers in wrappers are nesting, too. */
function runWords(words: readonly Word[], run: Run, analysis: Analysis): Stream {
	if (analysis.budget.depth <= 0) {
		addOpaque(analysis, '…', 'the command line is nested too deeply to be inspected');
		return nothing;
	}
	analysis.budget.depth--;
	const output = judgeWords(words, alone, run, analysis);
	analysis.budget.depth++;
	return output;
}

/** Characters that make a line look like another one: directions, invisible blanks, and control characters. */
const deceptive = /(?![\t\n\u200d])(?!\r\n)[\p{Cc}\p{Cf}]/u;

function runText(text: string, run: Run, analysis: Analysis): Stream {
	if (text.length > limits.characters || (text.match(/<<|\$[({[]/g)?.length ?? 0) > limits.openers) {
		addOpaque(analysis, text, 'the command line is too long to be inspected');
		return nothing;
	}
	if (deceptive.test(text))
		addOpaque(analysis, text, 'the command line holds invisible or direction-changing characters');
	const script = parse(text);
	if (leavesText(script, text)) addOpaque(analysis, text, 'the shell text cannot be parsed whole');
	return walkScript(script, run, analysis);
}

/** The parser is tolerant: what it left unread must be blank or a comment. */
function leavesText(script: SyntaxNode, text: string): boolean {
	const rest = text.slice(reachOf(script)).replace(/^[\s;&]+/, '');
	return rest !== '' && !rest.split('\n').every((line) => /^\s*(#|$)/.test(line));
}

/** Where the parsed text ends; a heredoc's body stands behind the statement that it belongs to. */
function reachOf(node: SyntaxNode): number {
	let reach = node.type === 'Script' ? 0 : node.end;
	if (node.type === 'HereDoc') reach = node.closing?.end ?? node.body.end;
	if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') return reach;
	forEachChild(node, (child) => {
		reach = Math.max(reach, reachOf(child));
	});
	return reach;
}
