import { notesAlias, notesPath } from '../aliases.ts';
import {
	assignsNames,
	computesNames,
	declares,
	leaveFunction,
	leaveLoop,
	readsLine,
	readsLines,
	setsOptions,
	setsShell,
	shiftsPositional,
	unsetNames,
} from '../builtins.ts';
import { enterDirectory, leaveDirectory, pushDirectory } from '../directories.ts';
import {
	data,
	environmentShown,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	role,
	rows,
	secret,
} from '../program.ts';
import { settingFindings } from '../settings.ts';
import { setFindings, shoptFindings } from '../shell-options.ts';
import { isSecretName } from '../state.ts';
import { constant, type Word } from '../word.ts';

const otherMeaning = opaque('changes what a name means');

/** Builtins that change the shell itself: its directory, variables, options and names. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const shellState = (): readonly Program[] => [
	rows('cd', { input: 'ignored', onlyText: true, changes: enterDirectory }),
	rows('pushd', { input: 'ignored', onlyText: true, changes: pushDirectory }),
	rows('popd', { input: 'ignored', onlyText: true, changes: leaveDirectory }),
	rows('dirs', { input: 'ignored', onlyText: true }),
	rows('pwd', {
		input: 'ignored',
		onlyText: true,
		prints: ({ scope }) => (scope.cwd === undefined ? undefined : `${scope.cwd}\n`),
	}),
	rows('return', { input: 'ignored', onlyText: true, changes: leaveFunction }),
	rows('break continue', { input: 'ignored', onlyText: true, changes: leaveLoop }),
	rows('shift', { input: 'ignored', onlyText: true, changes: shiftsPositional }),
	rows('wait', { input: 'ignored', options: role('name', '-p'), changes: assignsNames }),
	rows('export', {
		input: 'ignored',
		onlyText: true,
		operands: 'name',
		also: declared,
		changes: declares({ exports: true, keeps: true }),
		yields: () => 'environment',
	}),
	rows('readonly', {
		input: 'ignored',
		onlyText: true,
		operands: 'name',
		also: declared,
		changes: declares({ freezes: true, keeps: true, lists: true }),
	}),
	rows('declare typeset local', {
		input: 'ignored',
		onlyText: true,
		operands: 'name',
		also: declared,
		changes: declares({}),
		yields: () => 'environment',
	}),
	rows('set', {
		input: 'ignored',
		onlyText: true,
		options: data('-o +o'),
		changes: setsShell,
		yields: () => 'environment',
		also: (it) => (it.words.length === 0 ? [environmentShown] : setFindings(it)),
	}),
	rows('shopt', { input: 'ignored', onlyText: true, changes: setsOptions, also: shoptFindings }),
	rows('unset', {
		input: 'ignored',
		onlyText: true,
		operands: 'name',
		changes: unsetNames,
		also: (it) => (it.has('-f') ? [otherMeaning] : []),
	}),
	rows('read', {
		input: 'data',
		options: { ...data('-p -d -n -N -t -u -i'), ...role('name', '-a') },
		onlyText: true,
		operands: 'name',
		changes: readsLine,
	}),
	rows('mapfile readarray', {
		input: 'data',
		options: { ...data('-d -n -u -c -s -O'), ...role('shell', '-C'), ...role('flag', '-t') },
		onlyText: true,
		operands: 'name',
		inShell: true,
		changes: readsLines,
		// Threat: the shell appends the line that it read to the command: `mapfile -C eval`.
		also: (it) => (it.has('-C') ? [opaque('runs a command with each line that it reads')] : []),
	}),
	rows('getopts', { input: 'ignored', onlyText: true, operands: 'name', changes: assignsNames }),
	rows('let', { input: 'ignored', onlyText: true, operands: 'name', changes: computesNames }),
	// An alias or a remembered path can give another program the name of a program that the gate knows.
	rows('alias', { input: 'ignored', options: data('-p'), inShell: true, changes: notesAlias, also: renamed }),
	rows('unalias', { input: 'ignored', inShell: true, also: renamed }),
	rows('hash', { input: 'ignored', options: data('-p -t -d'), inShell: true, changes: notesPath, also: renamed }),
];

function renamed({ operands }: Invocation): readonly Finding[] {
	return operands.length > 0 ? [...operands.flatMap(aliased), otherMeaning] : [];
}

function aliased(word: Invocation['operands'][number]): readonly Finding[] {
	const at = word.text.indexOf('=');
	return at < 0 ? [] : [{ find: 'shell', later: true, source: { ...word, text: word.text.slice(at + 1) } }];
}

/** Judges `declare -n a=b`. A value for `a` goes to `b`, which may be a variable that programs obey. */
function reference(word: Word, { scope }: Invocation): readonly Finding[] {
	if (word.known && /^-\w+$/.test(word.text)) return [];
	const target = /^[A-Za-z_]\w*=([A-Za-z_]\w*)$/.exec(word.known && !word.pattern ? word.text : '')?.[1];
	// Variables that the shell and programs obey have names in capitals.
	const isObeyed =
		target === undefined ||
		!/[a-z]/.test(target) ||
		settingFindings(target, undefined, { inShell: true, scope }).length > 0;
	return isObeyed ? [opaque('a variable that names another one')] : [];
}

function declared(it: Invocation) {
	const { operands, has } = it;
	const shown = it.has('-p')
		? operands
		: has('-n')
			? operands.map((word) => constant(word.text.replace(/^\w*=/, '')))
			: [];
	const secrets = shown.filter((word) => !word.known || isSecretName(word.text)).map((word) => secret(`$${word.text}`));
	if (has('-n')) return [...secrets, ...it.words.flatMap((word) => reference(word, it))];
	if (secrets.length > 0) return secrets;
	// Without `-p`, `readonly` lists only numbers and options that the shell itself sets.
	// `declares` shows the variables that this line froze.
	if (it.name === 'readonly' && !has('-p')) return [];
	return operands.length === 0 && !has('-A', '-a', '-f', '-F') ? [environmentShown] : [];
}
