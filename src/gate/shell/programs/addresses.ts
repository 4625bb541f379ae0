import { type Finding, type Invocation, network } from '../program.ts';
import { contacts, reads } from '../roles.ts';
import { constant, type Stream, type Word } from '../word.ts';

const limit = 64;

/** Returns the lines of a program's input, or undefined if they are unknown or too many. */
export function fedLines(stdin: Stream | undefined): readonly Word[] | undefined {
	if (stdin?.names !== undefined) return stdin.names;
	const lines = stdin?.text?.split('\n').filter((line) => line.trim() !== '');
	return lines === undefined || lines.length > limit ? undefined : lines.map(constant);
}

/** Judges options whose value is a file of addresses, or `-` for the input. The addresses decide which hosts the program contacts. */
export function listedAddresses(it: Invocation, ...names: readonly string[]): readonly Finding[] {
	return it.values(...names).flatMap((file): readonly Finding[] => {
		const lines = file.text === '-' ? fedLines(it.stdin) : undefined;
		if (lines !== undefined) return lines.flatMap((line) => contacts(line, it.scope));
		return [...reads(file, it.scope), network('a host that cannot be known')];
	});
}
