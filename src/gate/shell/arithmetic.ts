import { forEachChild, type SyntaxNode } from 'unbash';
import { type Analysis, addOpaque, type Run } from './analysis.ts';
import type { Word } from './word.ts';

/**
 * Arithmetic assigns (`((x = 1))`), so that a variable is no longer known; and it evaluates what variables hold,
 * as `${x@P}` does, so that text in them may run.
 */
export function readArithmetic(node: SyntaxNode, run: Run, analysis: Analysis): void {
	const { state } = run;
	const isEvaluated = node.type === 'ArithmeticWord' && holdsCode(state.variables.get(node.value));
	const isPrompt = node.type === 'Transform' && /P/.test(node.operand.text);
	if (isEvaluated || isPrompt) addOpaque(analysis, node.type, 'the value of a variable is evaluated as shell text');
	const forget = (target: SyntaxNode): void => {
		if (target.type === 'ArithmeticWord') state.variables.set(target.value, undefined);
	};
	if (node.type === 'ArithmeticBinary' && /^([-+*/%&|^]|<<|>>)?=$/.test(node.operator)) forget(node.left);
	if (node.type === 'ArithmeticUnary' && /^(\+\+|--)$/.test(node.operator)) forget(node.operand);
	if (node.type !== 'Statement') forEachChild(node, (child) => readArithmetic(child, run, analysis));
}

function holdsCode(value: readonly Word[] | undefined): boolean {
	return value?.some((word) => !word.known || /[[$`]/.test(word.text)) === true;
}
