import type { WallsProof } from '../core/index.ts';
import { unprovenWords } from '../run/index.ts';
import { type ProvenSandbox, proveWalls } from '../sandbox/index.ts';
import type { CommandSupport } from './command-support.ts';
import type { JobMachine, JobPorts } from './job-context.ts';

/**
 * Tests whether commands can break out of the job's sandbox, after the machine is ready. If the sandbox is not proven, the job's log says
 * why.
 */
export async function triedWalls(
	sandbox: ProvenSandbox,
	support: Pick<CommandSupport, 'ready'>,
	{ unwalled }: Pick<JobMachine, 'unwalled'>,
	{ warn }: Pick<JobPorts, 'warn'>,
): Promise<WallsProof> {
	const found =
		unwalled === undefined ? await proofIn(sandbox, support) : ({ kind: 'unproven', why: unwalled } as const);
	if (found.kind === 'unproven') warn(unprovenWords(found.why));
	return found;
}

async function proofIn(sandbox: ProvenSandbox, { ready }: Pick<CommandSupport, 'ready'>): Promise<WallsProof> {
	const probed = await ready;
	return probed.ok ? proveWalls(sandbox) : { kind: 'unproven', why: probed.why };
}
