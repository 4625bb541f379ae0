import { randomBytes } from 'node:crypto';
import { asCountersignError } from '../core/index.ts';
import { plainText } from './plain-text.ts';
import type { ProvenSandbox } from './prove-walls.ts';
import { type SandboxResult, trySandboxed } from './run-sandboxed.ts';

/** A program to try, and the arguments that make it print its version. */
export interface ProgramTrial {
	readonly name: string;
	readonly args: readonly string[];
}

/** The result of a trial: the first line that the program printed, or why it does not run. */
export type ProgramFound =
	| { readonly name: string; readonly version: string }
	| { readonly name: string; readonly why: string; readonly isMissing: boolean };

/** The time limit for each program. A program usually starts in a second or two. If it tries to use the network, it could take minutes. */
const secondsEach = 20;
const longestLine = 200;

/** Starts programs in a run's sandbox, all in one command, and returns the version that each program prints. The checkout is read-only. */
export async function tryPrograms(
	programs: readonly ProgramTrial[],
	{ standing: _, ...sandbox }: ProvenSandbox,
): Promise<readonly ProgramFound[]> {
	const mark = `== ${randomBytes(8).toString('hex')} `;
	try {
		const tried = await trySandboxed({
			...sandbox,
			readOnly: true,
			script: programs.map((program) => attempt(program, mark)).join('\n'),
			limits: { wallSeconds: secondsEach * (programs.length + 1) },
		});
		if ('refusal' in tried) return programs.map(({ name }) => broken(name, tried.refusal.why));
		return programs.map(({ name }) => foundIn(tried, name, mark));
	} catch (thrown) {
		const { message } = asCountersignError(thrown);
		return programs.map(({ name }) => broken(name, message));
	}
}

function attempt({ name, args }: ProgramTrial, mark: string): string {
	const words = [name, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
	return [
		`echo '${mark}${name}'`,
		`o=$(timeout ${secondsEach} ${words} 2>&1 </dev/null); s=$?`,
		`printf '%.4096s\\n' "$o"; echo "${mark}exit $s"`,
	].join('\n');
}

function foundIn({ output, open }: SandboxResult, name: string, mark: string): ProgramFound {
	if (open !== undefined) return broken(name, open);
	const [, said = ''] = output.head.toString().split(`${mark}${name}\n`);
	const [text = '', code = ''] = said.split(`${mark}exit `);
	const [line = ''] = plainText(text)
		.split('\n')
		.filter((one) => one.trim() !== '');
	const [exit = ''] = code.split('\n');
	if (exit === '127') return { name, why: 'it is in no folder of the PATH', isMissing: true };
	if (exit === '124') return broken(name, `it does not answer within ${secondsEach} seconds`);
	if (exit !== '0') return broken(name, line === '' ? 'it does not start' : `it says: ${cut(line)}`);
	return { name, version: cut(line) };
}

function broken(name: string, why: string): ProgramFound {
	return { name, why: why.replace(/\.$/, ''), isMissing: false };
}

function cut(line: string): string {
	return line.trim().slice(0, longestLine).toWellFormed();
}
