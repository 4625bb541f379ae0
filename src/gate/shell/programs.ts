import { harmlessWords, type Program } from './program.ts';
import { createTable } from './program-table.ts';
import { commonRooms } from './programs/common.ts';
import { printsHelp } from './programs/helps.ts';
import { modes } from './programs/modes.ts';
import { rareProgram, rarePrograms } from './programs/rare.ts';
import { printsVersion } from './programs/versions.ts';
import type { Word } from './word.ts';

/** Everything that the gate knows of programs. A program that is not here is `exec`: it is asked about, never allowed. */
export function allPrograms(): readonly Program[] {
	return [...commonRooms.flatMap((room) => room()), ...rarePrograms()];
}

const commonProgram = createTable([modes, ...commonRooms]);
/** What it does is known whatever its words say. */
const told: Program = { names: [], input: 'data', also: () => [harmlessWords] };

let everyName: readonly string[] | undefined;

/** The names of all programs that the gate knows. */
export function knownNames(): readonly string[] {
	everyName ??= allPrograms().flatMap(({ names }) => names);
	return everyName;
}

const families =
	/^(docker-credential(?=-)|mkfs|python|pip|nc|node|ruby|perl|php|lua|gcc|g\+\+|clang\+\+|clang-format|clang-tidy|clang)(?=[.\d-]+[\w.]*$|\.\w+$)/;

/** The row of a program for these arguments; families (`mkfs.ext4`, `python3.12`) share one. */
export function programOf(name: string, words: readonly Word[]): Program | undefined {
	const family = families.exec(name)?.[1];
	for (const key of family === undefined ? [name] : [name, family]) {
		if (printsVersion(key, words)) return told;
		const found = commonProgram(key, words) ?? rareProgram(key, words);
		if (found !== undefined) return asksForHelp(name, words, found) ? told : found;
	}
	return undefined;
}

/** A program that runs what it is fed may do so whatever its words are. */
function asksForHelp(name: string, words: readonly Word[], { input }: Program): boolean {
	return input !== 'shell' && input !== 'code' && printsHelp(name, words);
}
