import type { ProgramTried, Toolchain } from '../core/index.ts';
import { detectStack, programsOf, readStackFacts, tryTestPrograms } from '../readiness/index.ts';
import type { ProvenSandbox } from '../sandbox/index.ts';
import type { CommandSupport } from './command-support.ts';
import type { JobFacts } from './job-context.ts';

const mostPrograms = 12;

/** Returns the names of the programs that start the tests of a checkout, or none if our tables do not know how it is tested. */
export function testPrograms(root: string): readonly string[] {
	return programsOf(detectStack(readStackFacts(root)).tests).slice(0, mostPrograms);
}

/**
 * Tries to start programs in the sandbox of a job, after the machine is ready. Returns nothing if there is no sandbox, because another
 * warning already says that no command can run.
 */
export async function triedPrograms(
	names: readonly string[],
	sandbox: ProvenSandbox & { readonly toolchain: Toolchain },
	{ support, runner }: Pick<JobFacts, 'runner'> & { readonly support: Pick<CommandSupport, 'ready'> },
): Promise<readonly ProgramTried[]> {
	if (!(await support.ready).ok) return [];
	return tryTestPrograms(names, sandbox, runner.kind === 'actions' ? 'workflow' : 'person');
}
