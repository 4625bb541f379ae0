import { z } from 'zod';
import {
	CountersignError,
	deliversTo,
	type Forge,
	type GroundFile,
	type HeadEntry,
	sha256,
	type Workspace,
} from '../core/index.ts';
import { headerOf, type OpenRun } from '../run/index.ts';

const schema = z
	.object({
		path: z.string(),
		mode: z.enum(['100644', '100755', '120000']),
		sha256: z.string().nullable(),
		blob: z.string().nullable(),
	})
	.array();

/** Returns the text of the blob that lists the files of a pull request's head. */
export function groundText(entries: readonly HeadEntry[]): string {
	return JSON.stringify(entries.map(({ path, mode, sha256: hash, blob }) => ({ path, mode, sha256: hash, blob })));
}

/**
 * Returns the checkout of a run. If the run delivers onto the head of a pull request, the checkout delivers only what differs from the
 * head.
 */
export async function deliveringOntoHead(
	workspace: Workspace,
	{ state, blobs }: Pick<OpenRun, 'state' | 'blobs'>,
	forge: Pick<Forge, 'blob'>,
): Promise<Workspace> {
	const { pull } = headerOf(state);
	if (pull?.files === undefined || deliversTo(pull) === 'default-branch') return workspace;
	const entries = schema.parse(JSON.parse(await blobs.get(pull.files)));
	const head = entries.map((entry): GroundFile => ({ ...entry, read: () => contentOf(entry, workspace, forge) }));
	return { ...workspace, delivery: (ground = head) => workspace.delivery(ground) };
}

async function contentOf(
	{ path, sha256: hash, blob }: HeadEntry,
	workspace: Workspace,
	forge: Pick<Forge, 'blob'>,
): Promise<Uint8Array> {
	if (blob === null) return new Uint8Array();
	const bytes = (await workspace.heldBlobs([blob])).get(blob) ?? (await forge.blob(blob));
	if (sha256(bytes) === hash) return bytes;
	throw new CountersignError({
		code: 'checkout-mismatch',
		message: `\`${path}\` of the pull request's head is not what the run began with.`,
		fix: 'Start the run again with a new `/agent` comment.',
	});
}
