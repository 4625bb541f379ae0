import type { LanguageName } from '../code/language.ts';
import { empties } from './emptied.ts';
import type { Finding, Role, Scope } from './program.ts';
import { contacts, deletes, inlineCode, interprets, measures, outputs, reads, readsNames, writes } from './roles.ts';
import { namesVariable } from './variable-names.ts';
import type { Word } from './word.ts';

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
