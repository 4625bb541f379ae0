import { exampleFacts } from '../../../src/gate/policy-examples.ts';
import { analyseShell } from '../../../src/gate/shell/analyse.ts';
import { brief } from '../shell/brief.ts';

const prefixes = ['reverse shell', 'fetched code', 'decoded code'];

/**
 * What a command line with inline code would do, in short lines. `opaque` stands for code that is not known whole;
 * what the floor forbids keeps its first words.
 */
export function effectsOf(command: string): readonly string[] {
	const { parts } = analyseShell(command, exampleFacts, '/workspace');
	const lines = parts.flatMap((part) =>
		part.effects.map((effect) => {
			const prefix = effect.kind === 'opaque' ? prefixes.find((one) => effect.why.startsWith(`${one}: `)) : undefined;
			return prefix ?? brief(effect);
		}),
	);
	return [...new Set(lines)].sort();
}

/** Code as an argument of a shell's command line. */
export function quoted(code: string): string {
	return `'${code.replaceAll("'", "'\\''")}'`;
}

/** Whether the line is one of those which the floor forbids. */
export function isForbidden(lines: readonly string[]): boolean {
	return lines.some((line) =>
		/^(secret\.read|privilege|reverse shell|fetched code|decoded code|delete (\/|~|\.$|\. rec|\.git|\*)|write (\/dev|\/etc))|^config\.write (\/etc|\.git\/|~\/\.)/.test(
			line,
		),
	);
}
