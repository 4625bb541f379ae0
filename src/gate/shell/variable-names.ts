import { expandedText, shellText, wordAfter } from './carried.ts';
import { type Finding, opaque, type Scope } from './program.ts';
import { settingFindings } from './settings.ts';
import { patternWord, type Word, withNumbers } from './word.ts';

/**
 * Returns findings about a variable that a command reads or sets by name. The shell evaluates the subscript, and some variables change the
 * effects of programs.
 */
export function namesVariable(word: Word, scope: Scope): readonly Finding[] {
	const [head, name] = /^(\w+)(?:\[.*\])?\+?=/s.exec(word.prefix) ?? [];
	const bracket = word.text.indexOf('[');
	// An array in the command is judged at its assignment.
	const isList = head !== undefined && word.prefix === head && word.text.startsWith(`${head}(`);
	const runs = !isList && bracket >= 0 && /[$`]/.test(word.text.slice(bracket));
	const judged: readonly Finding[] = runs && word.known ? [shellText(expandedText(word.text))] : [];
	const subscript: Finding[] = runs ? [opaque('a subscript that runs what it holds'), ...judged] : [];
	if (head === undefined || name === undefined) return isOpen(word) ? [...subscript, anyName] : subscript;
	if (isOpen({ ...word, ...patternWord(head), pattern: word.pattern })) subscript.push(anyName);
	return [...subscript, ...settingFindings(name, wordAfter(word, head.length), { inShell: true, scope })];
}

const anyName = opaque('a variable that cannot be told, or a subscript that runs what it holds');

/** Returns whether the name or its subscript comes from elsewhere. For example, a file may be called `a[$(…)]`. */
function isOpen(word: Word): boolean {
	return !word.known || (word.pattern && /[*?]/.test(withNumbers(word)));
}
