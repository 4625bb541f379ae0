import { type Command, forEachChild, type Pipeline, type SyntaxNode } from 'unbash';
import { type Analysis, nothing, type Run } from './analysis.ts';
import { isOut } from './budget.ts';
import { enterDirectory, leaveDirectory, pushDirectory } from './directories.ts';
import type { Change } from './program.ts';
import { programOf } from './programs.ts';
import { rarest, type Shapes, shapeOf } from './rarest.ts';
import { initialState } from './state.ts';

/** The most steps for one remaining command. */
const mostEach = 400;

/** The most commands that are judged. */
const mostCommands = 400;

/** The number of words that define the shape of a command. */
const mostWords = 40;

type Walk = (node: SyntaxNode, run: Run) => void;

/**
 * Judges each command separately that was not reached within the budget. Threat: a grave command could hide behind expensive ones. Commands
 * with the rarest form come first.
 */
export function walkRest(script: SyntaxNode, run: Run, analysis: Analysis, walk: Walk): void {
	const { budget } = analysis;
	if (!isOut(budget) || budget.reserve < 1) return;
	const { commands, moves } = leftIn(script, analysis);
	const cwd = moves || run.state.cwdOnFailure !== undefined ? undefined : run.state.cwd;
	// The surrounding script needs a part of the reserve too.
	let share = budget.reserve / 2;
	for (const node of rarest(commands, mostCommands, commandShapes)) {
		const given = Math.min(share, budget.reserve, mostEach);
		if (given < 1) break;
		budget.reserve -= given;
		budget.steps = given;
		walk(node, { ...run, stdin: nothing, state: initialState(cwd, budget), isUncertain: true, calls: [] });
		// The remaining steps may be negative, because the gate always finishes the last work that it paid for.
		const left = budget.steps;
		budget.steps = 0;
		budget.reserve += left;
		share -= given - left;
	}
	budget.steps = 0;
}

interface Left {
	readonly commands: readonly (Command | Pipeline)[];
	/** One of the commands may change the directory. */
	readonly moves: boolean;
}

/** Returns the commands and whole pipelines that are not judged yet. Substitutions in words belong to their command. */
function leftIn(script: SyntaxNode, { walked }: Analysis): Left {
	const commands: (Command | Pipeline)[] = [];
	const names = new Set<string>();
	const visit = (node: SyntaxNode): void => {
		if (node.type === 'Command') names.add(node.name?.value ?? '');
		const isUnit = node.type === 'Command' || (node.type === 'Pipeline' && node.commands.length > 1);
		if (isUnit && !walked.has(node)) commands.push(node);
		if (node.type !== 'Command') forEachChild(node, visit);
	};
	visit(script);
	return { commands, moves: [...names].some(mayMove) };
}

const moving: ReadonlySet<Change | undefined> = new Set([enterDirectory, pushDirectory, leaveDirectory]);

/** Returns whether a program may change the directory of the shell, or run text in it. */
function mayMove(name: string): boolean {
	const row = programOf(name, []);
	return row !== undefined && (row.inShell === true || moving.has(row.changes));
}

/**
 * Returns the shapes of a command. The rough shape is the program and the punctuation of its words. The close shape also contains the first
 * word.
 */
function commandShapes(node: Command | Pipeline): Shapes {
	if (node.type === 'Pipeline') {
		const all = node.commands.map(
			(one): Shapes => (one.type === 'Command' ? commandShapes(one) : [one.type, one.type]),
		);
		return [all.map(([rough]) => rough).join('|'), all.map(([, close]) => close).join('|')];
	}
	const words = node.args.slice(0, mostWords).map(({ text }) => text);
	const rough = [node.name?.text, shapeOf(words.join(' ')), node.redirects.length].join(' ');
	return [rough, `${rough} ${words[0]?.slice(0, 40)}`];
}
