import type { ArithmeticExpression } from 'unbash';
import { type State, wordsHeld } from './state.ts';

const binary: Readonly<Record<string, (a: bigint, b: bigint) => bigint | undefined>> = {
	'+': (a, b) => a + b,
	'-': (a, b) => a - b,
	'*': (a, b) => a * b,
	'/': (a, b) => (b === 0n ? undefined : a / b),
	'%': (a, b) => (b === 0n ? undefined : a % b),
	'**': (a, b) => (b >= 0n && b <= 64n ? a ** b : undefined),
	'<<': (a, b) => (b >= 0n && b < 64n ? a << b : undefined),
	'>>': (a, b) => (b >= 0n && b < 64n ? a >> b : undefined),
	'&': (a, b) => a & b,
	'|': (a, b) => a | b,
	'^': (a, b) => a ^ b,
};
const largest = 2n ** 62n;

/**
 * Returns the value of a constant arithmetic expression. Returns undefined if a part is not constant, or if the result may overflow 64
 * bits.
 */
export function arithmeticValue(node: ArithmeticExpression, state: State): bigint | undefined {
	const value = evaluated(node, state);
	return value !== undefined && value < largest && value > -largest ? value : undefined;
}

function evaluated(node: ArithmeticExpression, state: State): bigint | undefined {
	switch (node.type) {
		case 'ArithmeticGroup':
			return arithmeticValue(node.expression, state);
		case 'ArithmeticWord':
			return wordValue(node.value, state);
		case 'ArithmeticUnary': {
			const operand = arithmeticValue(node.operand, state);
			if (operand === undefined || !node.prefix) return undefined;
			return { '-': -operand, '+': operand, '~': ~operand }[node.operator];
		}
		case 'ArithmeticBinary': {
			const compute = Object.hasOwn(binary, node.operator) ? binary[node.operator] : undefined;
			const [left, right] = [arithmeticValue(node.left, state), arithmeticValue(node.right, state)];
			return left === undefined || right === undefined ? undefined : compute?.(left, right);
		}
		default:
			return undefined;
	}
}

function wordValue(text: string, state: State): bigint | undefined {
	if (/^(0|[1-9]\d{0,17}|0x[0-9a-fA-F]{1,15})$/.test(text)) return BigInt(text);
	const based = inBase(text);
	if (based !== undefined) return based;
	const [value] = wordsHeld(state, text) ?? [];
	return value?.known === true && /^(0|[1-9]\d{0,17})$/.test(value.text) ? BigInt(value.text) : undefined;
}

/** `16#ff`: returns the value of a constant in another base. Returns undefined for other texts, or if a digit is too large for the base. */
export function inBase(text: string): bigint | undefined {
	const [, base = '', digits = ''] = /^([2-9]|[12]\d|3[0-6])#([\da-zA-Z]{1,12})$/.exec(text) ?? [];
	if (base === '') return undefined;
	const values = [...digits.toLowerCase()].map((digit) => Number.parseInt(digit, 36));
	if (values.some((value) => value >= Number(base))) return undefined;
	return values.reduce((sum, value) => sum * BigInt(base) + BigInt(value), 0n);
}

/** Removes the substitutions from a text. Their output is judged elsewhere. */
export function withoutSubstitutions(text: string): string {
	return text.replace(/\$\([^()]*\)|`[^`]*`/g, '0');
}

/** Returns the names that a text certainly assigns: `x = 1`, `x += 1`, `x++`. */
export function assignedIn(text: string): readonly string[] {
	const found = text.matchAll(/(\w+)\s*(?:([-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*(\w+)/g);
	return [...found].map(([, before = '', , after = '']) => before || after);
}

/** Returns the names in an arithmetic text. */
export function namesIn(text: string): readonly string[] {
	return text.match(/[A-Za-z_]\w*/g) ?? [];
}
