import { type Finding, type Invocation, opaque, type Program, rows } from '../program.ts';
import { reads, writes } from '../roles.ts';
import type { Word } from '../word.ts';

/** `xxd` dumps a file, or makes a file from a dump. */
export const xxd = (): readonly Program[] => [
	rows('xxd', {
		input: 'data',
		also: (it) => dumped(it),
		prints: (it) => (isReverting(it) && filesOf(it).length === 0 ? fromHex(it.stdin?.text) : undefined),
		decodes: isReverting,
	}),
];

/** Options whose value is the next word. `-c16` contains its value. */
const valued = /^--?(c(ols.*)?|g(roup.*)?|l(en.*)?|n(ame.*)?|o(ffset)?|s((kip|eek).*)?|R(.*color.*)?)$/;

/** Returns the input and the output. Threat: xxd reads one option in each word, so `-ps` takes no value, but `-p -s` does. */
function filesOf({ words }: Invocation): readonly Word[] {
	let at = 0;
	while (words[at]?.prefix.startsWith('-') === true && !/^--?$/.test(words[at]?.text ?? ''))
		at += valued.test(words[at]?.text ?? '') ? 2 : 1;
	return words.slice(words[at]?.text === '--' ? at + 1 : at);
}

function dumped(it: Invocation): readonly Finding[] {
	const files = filesOf(it);
	const [from, ...to] = files;
	// A value that may become several words moves the files.
	const isLoose = it.words.slice(0, it.words.length - files.length).some((word) => word.many === true);
	const read = from === undefined ? [] : reads(from, it.scope);
	const loose = isLoose ? [opaque('which files it reads and writes cannot be known')] : [];
	return [...read, ...to.flatMap((word) => writes(word, it.scope)), ...loose];
}

function isReverting({ words }: Invocation): boolean {
	return words.some(({ text }) => /^--?r/.test(text));
}

function fromHex(text: string | undefined): string | undefined {
	const digits = text?.replace(/\s/g, '');
	return digits !== undefined && /^([0-9a-fA-F]{2})*$/.test(digits) ? Buffer.from(digits, 'hex').toString() : undefined;
}
