import type { ParameterOperation, Word as SyntaxWord } from 'unbash';
import { ansiText } from './escapes.ts';
import type { Folding } from './piece.ts';
import { replaceMatches, withoutAffix } from './shell-pattern.ts';
import { boundsOf } from './slice-bounds.ts';

/** Returns the text after an operation such as `${x%.ts}` or `${x:0:3}`; undefined if unknown. */
export function changedText(operation: ParameterOperation, text: string, folding: Folding): string | undefined {
	// The results for other characters depend on the locale of the machine.
	if (!/^[ -~\n\t]*$/.test(text)) return undefined;
	switch (operation.type) {
		case 'CaseModification':
			return operation.operand === undefined ? changeCase(operation.operator, text) : undefined;
		case 'Slice': {
			const bounds = boundsOf(operation.offset.text, operation.length?.text, text.length);
			return bounds && text.slice(bounds.from, bounds.to);
		}
		case 'Replace': {
			const pattern = patternOf(operation.pattern, folding);
			const by = /['"]/.test(operation.replacement.text) ? undefined : exactly(operation.replacement, folding);
			// In some versions of the shell, `&` means the matched text.
			if (pattern === undefined || by === undefined || by.includes('&')) return undefined;
			return replaceMatches(text, { pattern, by, operator: operation.operator });
		}
		case 'Remove': {
			const pattern = patternOf(operation.operand, folding);
			return pattern === undefined ? undefined : withoutAffix(text, pattern, operation.operator);
		}
		case 'Transform':
			return transform(text, operation.operand.text);
		default:
			return undefined;
	}
}

/** Returns the text of an operand. Undefined if it is unknown, or contains a pattern, a backslash or a leading `~`. */
function exactly(word: SyntaxWord, folding: Folding): string | undefined {
	const { known, pattern, text } = folding.unsplit(word);
	return known && !pattern && !/\\/.test(text) && !/^~/.test(word.text) ? text : undefined;
}

/** Returns an operand as a pattern. Quoted characters in it match only themselves. */
function patternOf(word: SyntaxWord, folding: Folding): string | undefined {
	const [pieces, ...others] = folding.operand(word, false);
	if (pieces === undefined || others.length > 0 || pieces.some((piece) => !piece.known || piece.loose === true))
		return undefined;
	// A backslash in the text of a variable would be interpreted a second time.
	if (pieces.some((piece) => piece.splits && piece.text.includes('\\'))) return undefined;
	return pieces.map(({ text, pattern }) => (pattern ? text : text.replace(/[*?[\]\\]/g, '\\$&'))).join('');
}

/**
 * Returns the text after `${x@U}` and similar operations; undefined if unknown. `@P` runs commands in the text, which `readArithmetic`
 * judges.
 */
function transform(text: string, how: string): string | undefined {
	if (how === 'U') return text.toUpperCase();
	if (how === 'L') return text.toLowerCase();
	if (how === 'E') return ansiText(text);
	if (how === 'P' && /^[^\\$`!]*$/.test(text)) return text;
	return how === 'Q' && /^[\w./-]+$/.test(text) ? `'${text}'` : undefined;
}

/** Returns the text after `${x^^}`, `${x,}` and similar operations. */
function changeCase(operator: string, text: string): string | undefined {
	const change = operator.startsWith('^') ? (one: string) => one.toUpperCase() : (one: string) => one.toLowerCase();
	return operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1);
}
