import { type Finding, type Input, type Invocation, opaque, runsFetchedCode } from './program.ts';
import { reads } from './roles.ts';
import { constant, type Stream } from './word.ts';

/** Returns the findings about a program's input. If the arguments contain the code to run, the input is not code. */
export function fedFindings(input: Input, found: readonly Finding[], it: Invocation): readonly Finding[] {
	switch (input) {
		case 'shell':
			return carries(found) ? [] : [{ find: 'feed' }];
		case 'code':
			return it.stdin === undefined || carries(found) ? [] : [fedCode(it.stdin)];
		case 'names':
			return it.stdin === undefined ? [] : fedNames(it.stdin, it);
		case 'ignored':
		case 'data':
		case 'handed':
		case 'judged':
			return [];
	}
}

/** Returns whether the arguments contain a command, a script or code. */
function carries(found: readonly Finding[]): boolean {
	return found.some(({ find }) => /^(command|shell|code|feed|executes)$/.test(find));
}

function fedCode({ fetched, decoded }: Stream): Finding {
	if (fetched) return runsFetchedCode;
	if (decoded === true) return opaque('decoded code: it runs code that can be read only after it is decoded');
	return opaque('it executes what it is fed, in another language');
}

function fedNames({ text, names }: Stream, { scope }: Invocation): readonly Finding[] {
	const words = names ?? text?.split('\n').flatMap((line) => (line === '' ? [] : [constant(line)]));
	return words === undefined
		? [opaque('the names that it is fed cannot be known')]
		: words.flatMap((word) => reads(word, scope));
}
