import { type Finding, type Invocation, network } from '../program.ts';
import { contacts, reads } from '../roles.ts';
import { constant, type Stream, type Word } from '../word.ts';

const limit = 64;

/** The lines that a program is fed; undefined where they cannot be known. */
export function fedLines(stdin: Stream | undefined): readonly Word[] | undefined {
	if (stdin?.names !== undefined) return stdin.names;
	const lines = stdin?.text?.split('\n').filter((line) => line.trim() !== '');
	return lines === undefined || lines.length > limit ? undefined : lines.map(constant);
}

/** The value of these options is a file of addresses, or `-` for those that it is fed: they decide whom it talks to. */
export function listedAddresses(it: Invocation, ...names: readonly string[]): readonly Finding[] {
	return it.values(...names).flatMap((file): readonly Finding[] => {
		const lines = file.text === '-' ? fedLines(it.stdin) : undefined;
		if (lines !== undefined) return lines.flatMap((line) => contacts(line, it.scope));
		return [...reads(file, it.scope), network('a host that cannot be known')];
	});
}
