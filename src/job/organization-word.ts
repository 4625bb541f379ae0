import { readOrganization } from '../config/index.ts';
import type { Forge, OrganizationFiles } from '../core/index.ts';

/** What a job reads from an organization. */
export interface OrganizationWord {
	/** The organization's files when this job first asked, or undefined if there are none. */
	readonly files: () => Promise<OrganizationFiles | undefined>;
	/** Whether the organization stops all runs now. */
	readonly isOff: (files: OrganizationFiles) => Promise<boolean>;
}

/**
 * A forge whose kill switch includes the organization's. If the organization had no file when the job began, the file is not looked for
 * again.
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
			// Both are asked at the same moment, so that GraphQL can answer both with one request.
			const [off, stopped] = await Promise.all([forge.switchedOff(), isStopped()]);
			return off ?? (stopped ? 'organization' : undefined);
		},
	};
}
