import type { SandboxLimits } from '../core/index.ts';
import type { Exceeded, SandboxResult } from '../sandbox/index.ts';

/** The longest time limit that a call may request. */
export const mostSeconds = 900;

const stops: Readonly<Record<Exceeded, (limits: SandboxLimits) => string>> = {
	wallSeconds: ({ wallSeconds }) =>
		`stopped after ${wallSeconds} s, with everything it had started; ${
			wallSeconds < mostSeconds ? `ask for more with timeout_seconds, up to ${mostSeconds}, or ` : ''
		}do less at once`,
	cpuSeconds: ({ cpuSeconds }) =>
		`stopped, with everything it had started: more than ${cpuSeconds} s of processor time; do less at once`,
	memoryBytes: ({ memoryBytes }) =>
		`stopped, with everything it had started: more than ${size(memoryBytes)} of memory; use fewer workers, or do less at once`,
	processes: ({ processes }) =>
		`stopped, with everything it had started: more than ${processes} processes and threads; start fewer at a time`,
	'machine-memory': () =>
		'stopped, with everything it had started: the memory of the machine was almost used up; use fewer workers, and keep less in /tmp',
	disk: () =>
		'stopped, with everything it had started: the disk was almost full; write less, or delete what is not needed',
	interrupted: () =>
		'stopped, with everything it had started: the job was cancelled while the command ran, so it may have done a part of its work',
};

/** Signs in a program's output that the kernel refused something because of a limit. The first match is used. */
const refusals: readonly {
	readonly shown: (result: SandboxResult, output: string) => boolean;
	readonly sentence: (limits: SandboxLimits) => string;
}[] = [
	{
		shown: ({ exitCode }, output) =>
			exitCode === 153 || /File size limit exceeded|File too large|\bEFBIG\b/.test(output),
		sentence: ({ fileBytes }) => `a file may have ${size(fileBytes)} here; write smaller files`,
	},
	{
		shown: ({ exitCode }, output) => exitCode === 152 || /CPU time limit exceeded/.test(output),
		sentence: ({ cpuSeconds }) => `a command may use ${cpuSeconds} s of processor time here; do less at once`,
	},
	{
		shown: (_, output) => /fork: .*Resource temporarily unavailable|\bEAGAIN\b|can't start new thread/.test(output),
		sentence: ({ processes }) => `a command may have ${processes} processes and threads here; start fewer at a time`,
	},
	{
		shown: (_, output) => /Too many open files|\bEMFILE\b/.test(output),
		sentence: ({ openFiles }) =>
			`a process may have ${openFiles} open files here; close some, or work in smaller parts`,
	},
	{
		shown: (_, output) => /No space left on device|\bENOSPC\b/.test(output),
		sentence: ({ scratchBytes }) =>
			`/tmp, /dev/shm and the home directory hold ${size(scratchBytes)} each and are empty for each call; write large files into the checkout`,
	},
];

/**
 * Returns one sentence with the limit that stopped the command or made it fail, the limit's value, and what to try. Undefined if there was
 * no such limit.
 */
export function limitSentence(result: SandboxResult, output: string): string | undefined {
	if (result.exceeded !== undefined) return stops[result.exceeded](result.limits);
	if (result.exitCode === 0) return undefined;
	return refusals.find(({ shown }) => shown(result, output))?.sentence(result.limits);
}

function size(bytes: number): string {
	return `${Math.round(bytes / 1_048_576)} MB`;
}
