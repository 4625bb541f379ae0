import { parse, type Word as SyntaxWord } from 'unbash';
import { type Budget, costs, pay, payText } from './budget.ts';
import { type Alternatives, unknownPiece } from './piece.ts';
import { limits } from './state.ts';

/** The most braces of one word. Each brace is parsed together with the whole word. */
const mostBraces = 24;

/**
 * Expands `{a,b}` and `{1..3}`. The shell expands braces first and as text: in `$x{y,z}`, the variables are `xy` and `xz`. So the gate
 * writes the word once for each element, and parses each result again.
 */
export function expandBraces(word: SyntaxWord, fold: (word: SyntaxWord) => Alternatives, budget: Budget): Alternatives {
	const all = word.parts?.filter((part) => part.type === 'BraceExpansion') ?? [];
	const [first] = all;
	const elements = all.map((part) => elementsOf(part.text));
	const count = elements.reduce((product, list) => product * (list?.length ?? Number.POSITIVE_INFINITY), 1);
	// If there is a brace inside `${x:-…}`, the word for the shell ends at another place than it seems.
	const isOdd = /\$\{[^}]*[^$}]\{/.test(word.text);
	const isTooMuch = isOdd || count > limits.alternatives || word.text.split('{').length > mostBraces;
	if (first === undefined || isTooMuch) return [[unknownPiece(word.text)]];
	const [from, to] = [first.pos - word.pos, first.end - word.pos];
	if (word.text.slice(from, to) !== first.text) return [[unknownPiece(word.text)]];
	return (elements[0] ?? []).flatMap((element) => {
		if (!pay(budget, costs.parsed) || !payText(budget, word.text.length)) return [[unknownPiece(word.text)]];
		const text = word.text.slice(0, from) + element + word.text.slice(to);
		return text === '' ? [] : foldText(text, fold);
	});
}

function foldText(text: string, fold: (word: SyntaxWord) => Alternatives): Alternatives {
	const command = parse(`: ${text}`).commands[0]?.command;
	const [word, ...others] = command?.type === 'Command' ? command.suffix : [];
	const isWhole = word?.type === 'Word' && others.length === 0 && word.text === text;
	return isWhole ? fold(word) : [[unknownPiece(text)]];
}

function elementsOf(text: string): readonly string[] | undefined {
	const body = text.slice(1, -1);
	const range =
		/^(-?(?:0|[1-9]\d{0,5})|[a-z]|[A-Z])\.\.(-?(?:0|[1-9]\d{0,5})|[a-z]|[A-Z])(?:\.\.(-?[1-9]\d{0,3}))?$/.exec(body);
	if (range) return rangeOf(range[1] ?? '', range[2] ?? '', Math.abs(Number(range[3] ?? 1)));
	const elements = splitTopLevel(body);
	// A range that did not match above, such as one with leading zeros, has no commas. Its elements are unknown.
	return elements.length < 2 ? undefined : elements;
}

function rangeOf(from: string, to: string, step: number): readonly string[] | undefined {
	const [isNumeric, isNumericTo] = [/\d/.test(from), /\d/.test(to)];
	const [a, b] = isNumeric ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
	const isMixed = isNumeric !== isNumericTo || (!isNumeric && /[a-z]/.test(from) !== /[a-z]/.test(to));
	if (isMixed || Math.abs(a - b) / step >= limits.alternatives) return undefined;
	const direction = a <= b ? step : -step;
	const values = Array.from({ length: Math.floor(Math.abs(a - b) / step) + 1 }, (_, i) => a + i * direction);
	return values.map((value) => (isNumeric ? String(value) : String.fromCharCode(value)));
}

/** Splits at commas outside quotes and inner braces. */
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
