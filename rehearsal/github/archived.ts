import { ApiError } from './http.ts';
import type { Repository } from './repository.ts';

/** GitHub's error for a write to an archived repository (r-universe-org/help#247). */
const archived = (): ApiError => new ApiError(403, 'Repository was archived so is read-only.');

/** Addresses that only read, whatever the method is. */
const reads = /\/graphql$|\/git-upload-pack$/;

/** Refuses a request that would change an archived repository. Addresses about the App itself belong to no repository. */
export function refuseArchived({ switches, owner, name }: Repository, method: string, path: string): void {
	if (!switches.archived || method === 'GET' || reads.test(path)) return;
	if (path.startsWith(`/repos/${owner}/${name}`) || path.startsWith(`/${owner}/${name}.git`)) throw archived();
}
