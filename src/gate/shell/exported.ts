import type { Assignment } from 'unbash';
import { wordAfter } from './carried.ts';
import { type Finding, type Invocation, opaque, type Row, type Scope } from './program.ts';
import { settingFindings } from './settings.ts';
import type { State } from './state.ts';
import type { Word } from './word.ts';

/** Returns findings about a builtin that exports variables, or sets an exported variable to an unknown value. */
export function builtinSettings(words: readonly Word[], state: State, scope: Scope): readonly Finding[] {
	if (!mayBeBuiltin(words)) return [];
	const [name, ...rest] = withoutPrefix(words);
	if (name?.known !== true) return [];
	if (isExporting(name.text, rest)) return rest.flatMap((word) => exportFindings(word, state, scope));
	return targetsOf(name.text, rest).flatMap((word) =>
		settingFindings(nameIn(word) ?? '', undefined, { inShell: !isShared(nameIn(word) ?? '', state) }),
	);
}

/** Records which variables programs may see from now on. */
export function noteExported(words: readonly Word[], { attributes }: State): void {
	if (!mayBeBuiltin(words) && !words.some(isEnvironment)) return;
	const [name, ...rest] = withoutPrefix(words);
	const isSet = name?.text === 'set' || name?.text === 'shopt';
	if (isSet && rest.some(({ text }) => /^-[a-z]*a|^allexport$/.test(text))) attributes.shared.add('*');
	const isExport = isExporting(name?.text ?? '', rest);
	// `env X=1 bash -c …`: the started shell has the variable in its environment.
	const isGiving = words.some(isEnvironment);
	for (const word of isExport || isGiving ? rest : []) {
		const given = nameIn(word);
		if (given !== undefined && (isExport || word.prefix.startsWith(`${given}=`))) attributes.shared.add(given);
	}
}

/** Returns whether an assignment changes only a variable of the shell. Programs see the variable if it is exported. */
export function isAssignedInShell({ name }: Assignment, words: readonly Word[], state: State): boolean {
	const [command, ...rest] = withoutPrefix(words);
	return !isExporting(command?.text ?? '', rest) && !isShared(name, state);
}

/** Returns whether programs may see a variable that this command line has exported. */
export function isShared(name: string, { attributes: { exported, shared } }: State): boolean {
	return exported.has(name) || shared.has(name) || shared.has('*');
}

/** Returns findings about variables that a program uses as its own settings, such as the properties of a build. */
export function takenSettings({ taken }: Row, it: Invocation, { attributes, variables }: State): readonly Finding[] {
	if (taken === undefined) return [];
	const { exported, shared } = attributes;
	const names = [...exported, ...shared, ...(shared.has('*') ? variables.keys() : [])];
	return names.filter((name) => name !== '*').flatMap((name) => taken(name, variables.get(name)?.[0], it));
}

/** Returns whether the command may be one of these builtins. Most commands are not, so this check comes first. */
function mayBeBuiltin([first]: readonly Word[]): boolean {
	return first !== undefined && builtins.test(first.text);
}

const builtins =
	/^(command|builtin|-p|--|export|declare|typeset|local|set|shopt|printf|wait|getopts|read|mapfile|readarray)$/;

function isEnvironment({ text }: Word): boolean {
	return text.endsWith('env') && /(^|\/)(cross-)?env$/.test(text);
}

function withoutPrefix(words: readonly Word[]): readonly Word[] {
	const first = words.findIndex(({ text }) => !/^(command|builtin|-p|--)$/.test(text));
	return first < 0 ? [] : words.slice(first);
}

function isExporting(name: string, words: readonly Word[]): boolean {
	if (name === 'export') return !words.some(({ text }) => /^-\w*[fp]/.test(text));
	return /^(declare|typeset|local)$/.test(name) && words.some(({ text }) => /^-\w*x/.test(text));
}

function exportFindings(word: Word, state: State, scope: Scope): readonly Finding[] {
	if (/^-\w*$/.test(word.text)) return [];
	const name = nameIn(word);
	const head = name === undefined ? undefined : /^\w+\+?=/.exec(word.prefix)?.[0];
	if (name !== undefined && head !== undefined) return settingFindings(name, wordAfter(word, head.length), { scope });
	if (name === undefined || !word.known) return [opaque('exports variables that cannot be known')];
	return state.variables.has(name) ? settingFindings(name, state.variables.get(name)?.[0], { scope }) : [];
}

function nameIn(word: Word): string | undefined {
	return /^[A-Za-z_]\w*/.exec(word.prefix)?.[0];
}

/** Returns the names that a builtin sets to a read or computed value. */
function targetsOf(name: string, words: readonly Word[]): readonly Word[] {
	const behind = (option: string) => words.filter((_, i) => words[i - 1]?.text === option);
	if (name === 'printf') return behind('-v');
	if (name === 'wait') return behind('-p');
	if (name === 'getopts') return words.slice(1, 2);
	if (!/^(read|mapfile|readarray)$/.test(name)) return [];
	const isValue = (i: number) => /^-\w*[dinNptuCcsO]$/.test(words[i - 1]?.text ?? '') && words[i - 1]?.text !== '-t';
	return words.filter((word, i) => !word.text.startsWith('-') && !isValue(i));
}
