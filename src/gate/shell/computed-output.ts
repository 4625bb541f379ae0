import { type Assignment, type Command, forEachChild, type ParameterExpansionPart, type SyntaxNode } from 'unbash';
import { type Analysis, addOpaque } from './analysis.ts';
import { isInteger } from './attributes.ts';
import type { State } from './state.ts';
import { isNumberWord, type Stream } from './word.ts';

/**
 * Judges arithmetic on the output of a command. Threat: bash reads the output as an expression and runs a command in its subscript. So
 * `$(( $(cat file) ))` runs the command if the file contains `a[$(…)]`.
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

/** Returns the children of a node that the shell evaluates as arithmetic. */
function computedIn(node: SyntaxNode, state: State): 'all' | readonly SyntaxNode[] {
	switch (node.type) {
		case 'TestBinary':
			return /^-(eq|ne|lt|le|gt|ge)$/.test(node.operator) ? 'all' : [];
		case 'TestUnary':
			return /^-[vR]$/.test(node.operator) ? 'all' : [];
		case 'ParameterExpansion':
			return computedOf(node, state);
		case 'Command':
			return declaresNumbers(node) ? node.args.filter(({ type }) => type === 'Assignment') : [];
		case 'Assignment':
			if (isInteger(state.attributes, node.name)) return 'all';
			return state.attributes.keyed.has(node.name) ? [] : placesOf(node);
		default:
			return node.type.startsWith('Arithmetic') ? 'all' : [];
	}
}

/** Returns the subscript and the bounds of an expansion, and the value that it assigns to a number: `${n:=…}`. */
function computedOf(node: ParameterExpansionPart, { attributes }: State): readonly SyntaxNode[] {
	const { index, operation, parameter } = node;
	const bounds = operation?.type === 'Slice' ? [operation.offset, operation.length] : [];
	const gives = operation?.type === 'Default' && operation.operator.endsWith('=') && isInteger(attributes, parameter);
	const given = gives ? [operation.operand] : [];
	return [attributes.keyed.has(parameter) ? undefined : index, ...bounds, ...given].filter(
		(part) => part !== undefined,
	);
}

/** Returns whether a declaration evaluates its values as arithmetic: `declare -i n=…`. */
function declaresNumbers({ name, args }: Command): boolean {
	return /^(declare|typeset|local)$/.test(name?.text ?? '') && args.some(({ text }) => /^-\w*i/.test(text));
}

/** Returns the indexes in `a[…]=1` and `a=([…]=1)`. */
function placesOf({ index, value }: Assignment): readonly SyntaxNode[] {
	const elements = value.type === 'ArrayValue' ? value.elements : [];
	const placed = elements.filter(({ text }) => /^\[[^\]]*(\$\(|`)/.test(text));
	return index === undefined ? placed : [index, ...placed];
}

/** Returns whether an output contains no name, so no subscript. */
function isPlainNumber(stream: Stream | undefined): boolean {
	if (stream?.text !== undefined) return /^[^A-Za-z_$`[]*$/.test(stream.text);
	const names = stream?.names ?? [];
	return stream?.yields === 'number' || (names.length > 0 && names.every(isNumberWord));
}
