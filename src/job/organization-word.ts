import { readOrganization } from '../config/index.ts';
import type { Forge, OrganizationFiles } from '../core/index.ts';

/** What a job reads from an organization. */
export interface OrganizationWord {
	/** Returns the organization's files as they were when this job first read them, or undefined if there are none. */
	readonly files: () => Promise<OrganizationFiles | undefined>;
	/** Reads whether the organization's file says `enabled: false` now. */
	readonly isOff: (files: OrganizationFiles) => Promise<boolean>;
}

/**
 * Returns a forge whose kill switch includes the organization's. If the organization had no files when the job began, the forge does not
 * look for them again.
 */
export function underOrganization(forge: Forge, { files, isOff }: OrganizationWord): Forge {
	let isFresh = true;
	const asRead = (found: OrganizationFiles): boolean => !readOrganization(found).config.enabled;
	const isStopped = async (): Promise<boolean> => {
		const found = await files();
		if (found === undefined) return false;
		// The files were just read, so they need not be read again.
		const isFirst = isFresh;
		isFresh = false;
		return asRead(found) || (!isFirst && (await isOff(found)));
	};
	return {
		...forge,
		switchedOff: async () => {
			// Both readings start at the same moment, so that one GraphQL request can answer both.
			const [off, stopped] = await Promise.all([forge.switchedOff(), isStopped()]);
			return off ?? (stopped ? 'organization' : undefined);
		},
	};
}
