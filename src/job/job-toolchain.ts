import type { Toolchain } from '../core/index.ts';
import { isOwnCredential } from '../gate/index.ts';
import { findToolchain } from '../sandbox/index.ts';
import type { RunPlace } from './desk.ts';

/** The programs of a job as its sandbox shows them; `more` are folders that the configuration names besides. */
export function jobToolchain(
	{ tools, workspace, temporary }: Pick<RunPlace, 'tools' | 'workspace' | 'temporary'>,
	more: readonly string[] = [],
): Toolchain {
	return findToolchain(tools, { apart: [workspace, temporary], more, isCredential: isOwnCredential });
}
