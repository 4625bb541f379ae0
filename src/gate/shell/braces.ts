import { parse, type Word as SyntaxWord } from 'unbash';
import { type Alternatives, literal, type Piece, unknownPiece } from './piece.ts';
import { limits } from './state.ts';

/** `{a,b}` and `{1..3}`; each element may itself be any word. */
export function expandBrace(text: string, fold: (word: SyntaxWord) => Alternatives): Alternatives {
	const body = text.slice(1, -1);
	const range = /^(-?\d{1,6}|[a-zA-Z])\.\.(-?\d{1,6}|[a-zA-Z])$/.exec(body);
	if (range) return expandRange(range[1] ?? '', range[2] ?? '', text);
	const elements = splitTopLevel(body);
	if (elements.length < 2) return [[unknownPiece(text)]];
	return elements.flatMap((element) => (element === '' ? [[literal('')]] : foldElement(element, fold)));
}

function foldElement(element: string, fold: (word: SyntaxWord) => Alternatives): Alternatives {
	const command = parse(`: ${element}`).commands[0]?.command;
	const word = command?.type === 'Command' ? command.suffix[0] : undefined;
	return word?.type === 'Word' ? fold(word) : [[unknownPiece(element)]];
}

function expandRange(from: string, to: string, text: string): Piece[][] {
	const numeric = /\d/.test(from) && /\d/.test(to);
	const [a, b] = numeric ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
	if (Math.abs(a - b) >= limits.alternatives) return [[unknownPiece(text)]];
	const step = a <= b ? 1 : -1;
	const values = Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => a + i * step);
	return values.map((value) => [literal(numeric ? String(value) : String.fromCharCode(value))]);
}

/** Splits at the commas that stand outside quotes and inner braces. */
function splitTopLevel(body: string): string[] {
	const elements: string[] = [];
	let start = 0;
	let depth = 0;
	let quote = '';
	for (let i = 0; i < body.length; i++) {
		const char = body[i] ?? '';
		if (char === '\\' && quote !== "'") i++;
		else if (quote !== '') quote = char === quote ? '' : quote;
		else if (char === '"' || char === "'") quote = char;
		else if (char === '{' || char === '(') depth++;
		else if (char === '}' || char === ')') depth--;
		else if (char === ',' && depth === 0) {
			elements.push(body.slice(start, i));
			start = i + 1;
		}
	}
	return [...elements, body.slice(start)];
}
