import { stripVTControlCharacters } from 'node:util';

/** The result of a test command. `started`: a test runner printed that it ran tests. `passed`: the command also succeeded. */
export interface Judgement {
	readonly started: boolean;
	readonly passed: boolean;
	/** The line that explains best why it did not pass. */
	readonly why?: string;
}

/** The lines that test runners print when tests run. A runner that only reports a missing part prints none of them. */
const marks: readonly RegExp[] = [
	/^\s*\d+ (?:passing|failing)\b/m, // mocha
	/^\s*(?:Test Files|Tests)\s+.*\d+ (?:passed|failed)/m, // vitest
	/^Tests:\s+.*\d+ total/m, // jest
	/^\s*\d+ tests? (?:passed|failed)/m, // ava
	/^\s*Total:\s+\d+/m, // uvu
	/^={3,} .*\b(?:passed|failed)\b.* in [\d.]+s/m, // pytest
	/^Ran [1-9]\d* tests?\b/m, // unittest, bun
	/^(?:ok|FAIL)\s+\S+\s+(?:[\d.]+s|\(cached\))/m, // go test
	/^running [1-9]\d* tests?\b/m, // cargo test, deno test
	/^(?:ok|FAILED) \| \d+ passed| \.\.\. (?:ok|FAILED) \(\d/m, // deno test
	/^(?:not )?ok \d+\b/m, // TAP
	/^Files=\d+, Tests=[1-9]/m, // prove
	/^(?:OK \(|Tests: )[1-9]?\d* ?(?:tests?|, |\d)/m, // PHPUnit
	/^\d+ examples?, \d+ failures?/m, // RSpec
	/^\d+ runs, \d+ assertions/m, // minitest
	/^\d+ tests, \d+ assertions/m, // test-unit
	/^\d+% tests passed, /m, // CTest
	/Tests run: [1-9]\d*,/m, // Surefire
	/^\s*All \d+ tests passed|^Finished in [\d.]+ seconds\n\d+ tests,|Failed: \d+\.\s+Skipped: \d+\.\s+Passed: \d+/m, // EUnit
	/^\d+ success(?:es)? \/ \d+ failures?/m, // busted
	/\[\s+PASSED\s+\] \d+ tests?/m, // googletest, busted
];

/** Lines that name what was missing, the most useful first. */
const troubles: readonly RegExp[] = [
	/^\[stopped, /,
	/: Not Found - 404$/,
	/(?:command )?not found$|: not found\b/,
	/Could not resolve|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|Unknown host|Network is unreachable|not in the list|not public/i,
	/Read-only file system|Permission denied|EACCES|EROFS/i,
	/Cannot find (?:module|package)|No module named|cannot find|could not find|No such file|ENOENT|\w+Exception:/i,
	/\b(?:error|fatal|failed)\b/i,
];

/** The lines that `shell_exec` adds to an output. */
const ownNote = /^\[exit code \d+ after [\d.]+ s\]$|^\(no output\)$/;

/** Judges a test command by its exit code (undefined if it did not end) and its whole output. */
export function judgeOutput(code: number | undefined, output: string): Judgement {
	const text = stripVTControlCharacters(output);
	if (code === 0) return { started: true, passed: true };
	const started = marks.some((mark) => mark.test(text));
	const why = (started ? countingLine(text) : undefined) ?? tellingLine(text) ?? `exit code ${code ?? 'none'}`;
	return { started, passed: false, why };
}

/** Returns the last line in which a test runner counts failures. */
function countingLine(text: string): string | undefined {
	const lines = text
		.split('\n')
		.filter((line) => /[1-9]\d* (?:fail|error)|(?:Failures|Errors|Failed): [1-9]/i.test(line));
	return lines.findLast((line) => marks.some((mark) => mark.test(line)))?.trim();
}

/** Returns the line of an output that explains best what went wrong. */
export function tellingLine(text: string): string | undefined {
	const lines = stripVTControlCharacters(text)
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '' && !ownNote.test(line));
	for (const trouble of troubles) {
		const found = lines.find((line) => trouble.test(line));
		if (found !== undefined) return found;
	}
	return lines.at(-1);
}
