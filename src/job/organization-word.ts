import { readOrganization } from '../config/index.ts';
import type { Forge, OrganizationFiles } from '../core/index.ts';

/** What an organization says, as a job hears it. */
export interface OrganizationWord {
	/** Its files as they were when this job first asked; undefined where it has none. */
	readonly files: () => Promise<OrganizationFiles | undefined>;
	/** Whether it stops all runs now. */
	readonly isOff: (files: OrganizationFiles) => Promise<boolean>;
}

/** A forge whose kill switch is the organization's, too. Where it had no file when the job began, it is not looked for again. */
export function underOrganization(forge: Forge, { files, isOff }: OrganizationWord): Forge {
	let isFresh = true;
	const asRead = (found: OrganizationFiles): boolean => !readOrganization(found).config.enabled;
	const isStopped = async (): Promise<boolean> => {
		const found = await files();
		if (found === undefined) return false;
		// What was read just now need not be read again.
		const isFirst = isFresh;
		isFresh = false;
		return asRead(found) || (!isFirst && (await isOff(found)));
	};
	return {
		...forge,
		switchedOff: async () => {
			// Asked at the same moment: one request, as far as GraphQL tells.
			const [off, stopped] = await Promise.all([forge.switchedOff(), isStopped()]);
			return off ?? (stopped ? 'organization' : undefined);
		},
	};
}
