import { CountersignError } from '../../core/index.ts';
import type { Api } from '../api/api.ts';
import { createGitObjects, type GitObjects } from '../git/git-objects.ts';

const branch = 'heads/countersign/audit';
const tries = 5;

/** Commits a run's folder to the orphan branch `countersign/audit`, next to the folders of other runs. */
export async function commitAudit(api: Api, run: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
	const objects = createGitObjects(api);
	for (let attempt = 1; attempt <= tries; attempt++) {
		if (await tryCommit(objects, run, files)) return;
		await api.sleep(250 * attempt);
	}
	throw new CountersignError({
		code: 'github-refused',
		message: `The audit of run ${run} could not be committed to countersign/audit: other runs kept moving the branch (${tries} tries).`,
		fix: 'The audit is whole in the folder of the output `audit-dir`; re-run the job to commit it.',
	});
}

async function tryCommit(objects: GitObjects, run: string, files: ReadonlyMap<string, Uint8Array>): Promise<boolean> {
	const entries = [...files].map(([path, content]) => ({
		path: `runs/${run}/${path}`,
		mode: '100644' as const,
		content,
	}));
	const tip = await objects.readRef(branch);
	const base = tip === undefined ? undefined : (await objects.readCommit(tip)).tree.sha;
	const tree = await objects.writeTree(base, entries);
	if (tree === base) return true;
	const commit = await objects.commit(`countersign: audit of run ${run}`, tree, tip === undefined ? [] : [tip]);
	if (tip === undefined) return (await objects.createRef(branch, commit)) === 'created';
	return (await objects.advanceRef(branch, commit)) === 'advanced';
}
