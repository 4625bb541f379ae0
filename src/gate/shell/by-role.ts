import type { LanguageName } from '../code/language.ts';
import { expandedText, shellText, wordAfter } from './carried.ts';
import { empties } from './emptied.ts';
import { type Finding, opaque, type Role, type Scope } from './program.ts';
import { contacts, deletes, inlineCode, interprets, measures, outputs, reads, readsNames, writes } from './roles.ts';
import { settingFindings } from './settings.ts';
import { patternWord, type Word, withNumbers } from './word.ts';

/** Returns the findings about an argument by its role. */
export function findingsOf(role: Role, word: Word, scope: Scope): readonly Finding[] {
	switch (role) {
		case 'data':
		case 'flag':
			return [];
		case 'name':
			return namesVariable(word, scope);
		case 'list':
			return readsNames(word, scope);
		case 'read':
			return reads(word, scope);
		case 'measure':
			return measures(word, scope);
		case 'write':
			return writes(word, scope);
		case 'output':
			return outputs(word, scope);
		case 'empties':
			return empties(word, scope);
		case 'delete':
		case 'delete-tree':
			return deletes(word, scope, role === 'delete-tree');
		case 'shell':
			return [{ find: 'shell', source: word }];
		case 'command':
			return [{ find: 'command', words: [word] }];
		case 'code':
			return inlineCode(word);
		case 'code:python':
		case 'code:javascript':
		case 'code:perl':
		case 'code:ruby':
		case 'code:php':
		case 'code:lua':
		case 'code:awk':
			return [{ find: 'code', language: languageOf(role), source: word }];
		case 'script':
			return interprets(word, scope, /\.(ba|z|k)?sh$/.test(word.text) ? { words: [] } : undefined);
		case 'url':
			return contacts(word, scope);
	}
}

function languageOf(role: `code:${LanguageName}`): LanguageName {
	return role.slice('code:'.length) as LanguageName;
}

/**
 * Returns findings about a variable that a command reads or sets by name. The shell evaluates the subscript, and some variables change the
 * effects of programs.
 */
function namesVariable(word: Word, scope: Scope): readonly Finding[] {
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
