import { data, type Program, role, rows } from '../program.ts';
import type { Word } from '../word.ts';

/** Calls of `patch` that only try the patch. */
export const patchTrials = (): readonly Program[] => [
	rows('patch', {
		input: 'data',
		when: triesOnly,
		options: {
			...data('-p --strip -F --fuzz -D --ifdef -B --prefix -V -Y -z --suffix -o --output -r --reject-file'),
			...role('read', '-i --input -d --directory'),
		},
		operands: 'read',
	}),
];

/**
 * Returns whether a call only tries the patch, with `--dry-run`. Threat: with `-g`, patch starts a program that fetches the file. And
 * `--dry-run` may be the value of another option.
 */
function triesOnly(words: readonly Word[]): boolean {
	const isPlain = words.every((word) => word.known && !word.pattern && !/^(-[a-zA-Z]*g|--g|--$)/.test(word.text));
	const at = words.findIndex(({ text }) => text === '--dry-run');
	const before = words[at - 1]?.text ?? 'x';
	return (
		isPlain &&
		at >= 0 &&
		/^([^-]|-p\d|-[NREslftuc]+$|--[a-z-]+=|--(forward|reverse|verbose|silent|force|batch)$)/.test(before)
	);
}
