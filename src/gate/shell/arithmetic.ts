import { forEachChild, type SyntaxNode } from 'unbash';
import { type Analysis, addOpaque, type Run } from './analysis.ts';
import { isToken } from './piece.ts';
import { fork } from './state.ts';
import { unknown, type Word } from './word.ts';

/**
 * Arithmetic assigns (`((x = 1))`), so that a variable is no longer known; and it evaluates what variables hold,
 * as `${x@P}` does, so that text in them may run.
 */
export function readArithmetic(node: SyntaxNode, run: Run, analysis: Analysis): void {
	const { state } = run;
	if (node.type === 'ArithmeticWord') evaluate(state.variables.get(node.value), run, analysis);
	if (node.type === 'ParameterExpansion' && node.operation?.type === 'Transform') {
		if (/P/.test(node.operation.operand.text))
			evaluate(state.variables.get(node.parameter) ?? [unknown(node.text)], run, analysis);
	}
	const forget = (target: SyntaxNode): void => {
		if (target.type === 'ArithmeticWord') state.variables.set(target.value, undefined);
	};
	if (node.type === 'ArithmeticBinary' && /^([-+*/%&|^]|<<|>>)?=$/.test(node.operator)) forget(node.left);
	if (node.type === 'ArithmeticUnary' && /^(\+\+|--)$/.test(node.operator)) forget(node.operand);
	if (node.type !== 'Statement') forEachChild(node, (child) => readArithmetic(child, run, analysis));
}

/** Judges the text in a variable as what the shell makes of it: its substitutions run. */
export function evaluate(value: readonly Word[] | undefined, run: Run, analysis: Analysis): void {
	const code = value?.filter((word) => !word.known || (/[[$`]/.test(word.text) && !isToken(word))) ?? [];
	for (const word of code) {
		addOpaque(analysis, word.text, 'the value of a variable is evaluated as shell text');
		if (word.known) analysis.runText(`: "${word.text.replaceAll('"', '\\"')}"`, { ...run, state: fork(run.state) });
	}
}
