import type { Case, If, SyntaxNode } from 'unbash';
import type { Analysis, Run } from './analysis.ts';
import { apart } from './beside.ts';
import type { Folding } from './piece.ts';
import { adopt, fork, join, type State } from './state.ts';
import { judgeCase } from './walk-tests.ts';
import type { Stream } from './word.ts';

type Walk = (node: SyntaxNode, run: Run) => Stream;

/** Judges each branch separately. Afterwards, only values that are equal in all branches are known. */
export function walkIf(node: If, run: Run, walk: Walk): Stream {
	walk(node.clause, run);
	const ways: State[] = [];
	const branch = (body: SyntaxNode | undefined): boolean => {
		const way = apart(run);
		const isFetched = body !== undefined && walk(body, way).fetched;
		ways.push(way.state);
		return isFetched;
	};
	const fetched = [branch(node.then)];
	for (const elif of node.elif) {
		walk(elif.clause, run);
		fetched.push(branch(elif.then));
	}
	fetched.push(branch(node.else));
	merge(run.state, ways);
	return { fetched: fetched.includes(true) };
}

/** As {@link walkIf}, for the items of a `case`. `fold` judges the word and the patterns, because the shell expands them. */
export function walkCase(
	node: Case,
	run: Run,
	{ fold, walk, analysis }: { fold: (node: SyntaxNode) => Folding; walk: Walk; analysis: Analysis },
): Stream {
	judgeCase(node, fold(node.word), run, analysis);
	const ways = [fork(run.state)];
	let fetched = false;
	let through: State | undefined;
	for (const item of node.items) {
		for (const pattern of item.pattern) fold(pattern);
		const way = apart(run);
		// After `;&`, the next branch continues with the state of this branch.
		if (through !== undefined) join(way.state, through);
		fetched = walk(item.body, way).fetched || fetched;
		through = item.terminator === ';&' || item.terminator === ';;&' ? fork(way.state) : undefined;
		ways.push(way.state);
	}
	merge(run.state, ways);
	return { fetched };
}

function merge(state: State, ways: readonly State[]): void {
	const [first, ...others] = ways;
	if (first === undefined) return;
	adopt(state, first);
	for (const other of others) join(state, other);
}
