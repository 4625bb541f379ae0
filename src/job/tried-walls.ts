import type { WallsProof } from '../core/index.ts';
import { unprovenWords } from '../run/index.ts';
import { type ProvenSandbox, proveWalls } from '../sandbox/index.ts';
import type { CommandRoom } from './command-room.ts';
import type { Desk } from './desk.ts';

/** Tries the walls of the sandbox of a job, once the machine is ready for it; the job's log tells when they are not proven. */
export async function triedWalls(
	sandbox: ProvenSandbox,
	room: Pick<CommandRoom, 'ready'>,
	{ unwalled, warn }: Pick<Desk, 'unwalled' | 'warn'>,
): Promise<WallsProof> {
	const found = unwalled === undefined ? await proofIn(sandbox, room) : ({ kind: 'unproven', why: unwalled } as const);
	if (found.kind === 'unproven') warn(unprovenWords(found.why));
	return found;
}

async function proofIn(sandbox: ProvenSandbox, { ready }: Pick<CommandRoom, 'ready'>): Promise<WallsProof> {
	const probed = await ready;
	return probed.ok ? proveWalls(sandbox) : { kind: 'unproven', why: probed.why };
}
