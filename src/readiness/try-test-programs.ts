import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramTried, Toolchain } from '../core/index.ts';
import { type ProgramFound, type ProvenSandbox, tryPrograms } from '../sandbox/index.ts';
import { stepFor, versionArguments } from './test-programs.ts';

/** The reader of the advice: the owner of a workflow, or a person at this machine. */
export type Reader = 'workflow' | 'person';

/** Starts programs in a sandbox. Returns for each its version, or what to do so that it runs. */
export async function tryTestPrograms(
	names: readonly string[],
	sandbox: ProvenSandbox & { readonly toolchain: Toolchain },
	reader: Reader,
): Promise<readonly ProgramTried[]> {
	const trials = names.map((name) => ({ name, args: versionArguments(name) }));
	const found = await tryPrograms(trials, sandbox);
	return found.map((one) => told(one, sandbox.toolchain, reader));
}

function told(found: ProgramFound, { left }: Toolchain, reader: Reader): ProgramTried {
	if ('version' in found) return found;
	const { name, why, isMissing } = found;
	const hiding = isMissing ? left.find(({ place }) => existsSync(join(place, name))) : undefined;
	if (hiding !== undefined) {
		const fix = 'Install it in a folder of its own, outside the checkout, and put that on the PATH.';
		return { name, why: `it lies in ${hiding.place}, which is not shown: ${hiding.why}`, fix };
	}
	return {
		name,
		why,
		fix: `${reader === 'person' ? 'Install it, in a folder of the PATH.' : ''} ${inWorkflow(name)}`.trim(),
	};
}

function inWorkflow(name: string): string {
	const step = stepFor(name)?.replace(/\s*\n\s*/g, ' ');
	const place = 'In the workflow it must be on the PATH before this action';
	return step === undefined ? `${place}.` : `${place}, for example by \`${step}\`.`;
}
