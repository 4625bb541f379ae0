import { forEachChild, type ParsedScript, type SyntaxNode } from 'unbash';
import { type Analysis, addOpaque, nothing, type Run } from './analysis.ts';
import { runBeside } from './beside.ts';
import { isOut } from './budget.ts';
import { reachOf } from './reach.ts';
import { fork } from './state.ts';
import type { Stream } from './word.ts';

/** Judges every substitution in the words of a node. Returns the output of each substitution by its source text. */
export function runSubstitutions(
	node: SyntaxNode,
	run: Run,
	analysis: Analysis,
	runScript: (script: ParsedScript, run: Run) => Stream,
): ReadonlyMap<string, Stream> {
	const printed = new Map<string, Stream>();
	const visit = (child: SyntaxNode): void => {
		if (isOut(analysis.budget)) return;
		if (!isSubstitution(child)) {
			forEachChild(child, visit);
		} else if (child.script === undefined || reachOf(child.script) === undefined) {
			addOpaque(analysis, child.text, 'a substitution that cannot be read');
		} else {
			const inner: Run = {
				...run,
				state: fork(run.state),
				stdin: nothing,
				traits: [...run.traits, 'subshell'],
				isUncertain: true,
			};
			const from = analysis.parts.length;
			const { script } = child;
			const output =
				child.type === 'ProcessSubstitution'
					? runBeside(inner, analysis, (way) => runScript(script, way))
					: runScript(script, inner);
			printed.set(child.text, { ...output, fetched: output.fetched || hasNetwork(analysis, from) });
		}
	};
	forEachChild(node, visit);
	return printed;
}

/** Returns whether a part since `from` contacts another machine, so that its output may come from there. */
export function hasNetwork(analysis: Analysis, from: number): boolean {
	for (let i = from; i < analysis.parts.length; i++)
		if (analysis.parts[i]?.effects.some((effect) => effect.kind === 'network') === true) return true;
	return false;
}

function isSubstitution(
	node: SyntaxNode,
): node is SyntaxNode & { readonly script: ParsedScript | undefined; readonly text: string } {
	return (
		node.type === 'CommandExpansion' ||
		node.type === 'ProcessSubstitution' ||
		node.type === 'ArithmeticCommandExpansion'
	);
}
