import { ApiError } from './http.ts';
import type { Repository } from './repository.ts';

/** GitHub's words for whatever is written to an archived repository (r-universe-org/help#247). */
const archived = (): ApiError => new ApiError(403, 'Repository was archived so is read-only.');

/** What only reads, whatever its method is. */
const reads = /\/graphql$|\/git-upload-pack$/;

/** Refuses what would change an archived repository; an App's own addresses are about no repository. */
export function refuseArchived({ switches, owner, name }: Repository, method: string, path: string): void {
	if (!switches.archived || method === 'GET' || reads.test(path)) return;
	if (path.startsWith(`/repos/${owner}/${name}`) || path.startsWith(`/${owner}/${name}.git`)) throw archived();
}
