import { expandedText, shellText, wordAfter } from './carried.ts';
import { type Finding, opaque, type Scope } from './program.ts';
import { settingFindings } from './settings.ts';
import { patternWord, type Word, withNumbers } from './word.ts';

/** A variable that is read or set by its name: its subscript is evaluated, and some names change what programs do. */
export function namesVariable(word: Word, scope: Scope): readonly Finding[] {
	const [head, name] = /^(\w+)(?:\[.*\])?\+?=/s.exec(word.prefix) ?? [];
	const bracket = word.text.indexOf('[');
	// A list that is written out is read where it is assigned.
	const isList = head !== undefined && word.prefix === head && word.text.startsWith(`${head}(`);
	const runs = !isList && bracket >= 0 && /[$`]/.test(word.text.slice(bracket));
	const judged: readonly Finding[] = runs && word.known ? [shellText(expandedText(word.text))] : [];
	const subscript: Finding[] = runs ? [opaque('a subscript that runs what it holds'), ...judged] : [];
	if (head === undefined || name === undefined) return isOpen(word) ? [...subscript, anyName] : subscript;
	if (isOpen({ ...word, ...patternWord(head), pattern: word.pattern })) subscript.push(anyName);
	return [...subscript, ...settingFindings(name, wordAfter(word, head.length), { inShell: true, scope })];
}

const anyName = opaque('a variable that cannot be told, or a subscript that runs what it holds');

/** Whether the name itself, or a subscript in it, comes from elsewhere: a file may be called `a[$(…)]`. */
function isOpen(word: Word): boolean {
	return !word.known || (word.pattern && /[*?]/.test(withNumbers(word)));
}
