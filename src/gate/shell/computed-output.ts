import { type Assignment, forEachChild, type SyntaxNode } from 'unbash';
import { type Analysis, addOpaque } from './analysis.ts';
import type { State } from './state.ts';
import { isNumberWord, type Stream } from './word.ts';

/**
 * What arithmetic computes of a command's output. Threat: bash takes the output for an expression, and runs what stands in a subscript of
 * it, so that a file that holds `a[$(…)]` is carried out by `$(( $(cat file) ))`.
 */
export function judgeComputedOutput(
	root: SyntaxNode,
	printed: ReadonlyMap<string, Stream>,
	state: State,
	analysis: Analysis,
): void {
	const judge = (node: SyntaxNode, isComputed: boolean): void => {
		if (node.type === 'ProcessSubstitution') return;
		if (node.type === 'CommandExpansion' || node.type === 'ArithmeticCommandExpansion') {
			if (isComputed && !isPlainNumber(printed.get(node.text)))
				addOpaque(analysis, node.text, 'what a command prints is computed, and may hold a command');
			return;
		}
		const computed = computedIn(node, state);
		if (computed !== 'all') for (const part of computed) judge(part, true);
		forEachChild(node, (child) => judge(child, isComputed || computed === 'all'));
	};
	judge(root, false);
}

/** The children of a node that the shell computes. */
function computedIn(node: SyntaxNode, { attributes: { keyed } }: State): 'all' | readonly SyntaxNode[] {
	switch (node.type) {
		case 'TestBinary':
			return /^-(eq|ne|lt|le|gt|ge)$/.test(node.operator) ? 'all' : [];
		case 'TestUnary':
			return /^-[vR]$/.test(node.operator) ? 'all' : [];
		case 'ParameterExpansion': {
			const { index, operation, parameter } = node;
			const bounds = operation?.type === 'Slice' ? [operation.offset, operation.length] : [];
			return [keyed.has(parameter) ? undefined : index, ...bounds].filter((part) => part !== undefined);
		}
		case 'Assignment':
			return keyed.has(node.name) ? [] : placesOf(node);
		default:
			return node.type.startsWith('Arithmetic') ? 'all' : [];
	}
}

/** `a[…]=1`, `a=([…]=1)` */
function placesOf({ index, value }: Assignment): readonly SyntaxNode[] {
	const elements = value.type === 'ArrayValue' ? value.elements : [];
	const placed = elements.filter(({ text }) => /^\[[^\]]*(\$\(|`)/.test(text));
	return index === undefined ? placed : [index, ...placed];
}

/** No name stands in it, and so no subscript. */
function isPlainNumber(stream: Stream | undefined): boolean {
	if (stream?.text !== undefined) return /^[^A-Za-z_$`[]*$/.test(stream.text);
	const names = stream?.names ?? [];
	return stream?.yields === 'number' || (names.length > 0 && names.every(isNumberWord));
}
