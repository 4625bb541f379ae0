import { harmlessWords, type Program } from './program.ts';
import { createTable } from './program-table.ts';
import { commonRooms } from './programs/common.ts';
import { printsHelp } from './programs/helps.ts';
import { obeysHere } from './programs/here.ts';
import { modes } from './programs/modes.ts';
import { rareProgram, rarePrograms } from './programs/rare.ts';
import { printsVersion } from './programs/versions.ts';
import type { Word } from './word.ts';

/** Returns all rows of the table. A program without a row has the effect `exec`: it needs approval and is never allowed. */
export function allPrograms(): readonly Program[] {
	return [...commonRooms.flatMap((room) => room()), ...rarePrograms()];
}

const commonProgram = createTable([modes, ...commonRooms]);
/** A row for requests for help or a version. Their effects are known, so the words cannot hide another effect. */
const told: Program = {
	names: [],
	input: 'data',
	also: (it) => [...(obeying.has(it.name) ? obeysHere(it) : []), harmlessWords],
};
/** Programs that obey the settings of the current folder even then. */
const obeying = new Set([
	'yarn',
	'pnpm',
	'bundle',
	'bundler',
	'mvn',
	'mvnd',
	'sbt',
	'tox',
	'mocha',
	'rubocop',
	'pytest',
	'py.test',
	'jekyll',
]);

let everyName: readonly string[] | undefined;

/** Returns the names of all programs that the gate knows. */
export function knownNames(): readonly string[] {
	everyName ??= allPrograms().flatMap(({ names }) => names);
	return everyName;
}

/**
 * Names of a program with a version or a variant: `python3.12`, `gcc-12`, `mkfs.ext4`. Threat: `pip-sync`, `node-gyp` and `clang-repl` are
 * other programs.
 */
const families =
	/^(?:(docker-credential(?=-)|mkfs(?=\.\w+$)|nc(?=\.(?:openbsd|traditional)$))|(python|pip|node|ruby|perl|php|lua|gcc|g\+\+|clang\+\+|clang-format|clang-tidy|clang)(?=(?:-?\d[\d.]*[dmtu]?)?(?:\.exe)?$))/;

/** Returns the row of a program for these arguments. The programs of a family (`mkfs.ext4`, `python3.12`) share one row. */
export function programOf(name: string, words: readonly Word[]): Program | undefined {
	const [, named, versioned] = families.exec(name) ?? [];
	const family = named ?? versioned;
	for (const key of family === undefined ? [name] : [name, family]) {
		if (printsVersion(key, words)) return told;
		const found = commonProgram(key, words) ?? rareProgram(key, words);
		if (found !== undefined) return asksForHelp(name, words, found) ? told : found;
	}
	return undefined;
}

/** Returns whether the call only prints help. A program that runs its input as code may do so even then. */
function asksForHelp(name: string, words: readonly Word[], { input }: Program): boolean {
	return input !== 'shell' && input !== 'code' && printsHelp(name, words);
}
