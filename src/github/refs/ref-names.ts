import { sha256 } from '../../core/index.ts';
import { ApiRefusal } from '../api/api.ts';
import { once } from '../api/once.ts';
import type { GitObjects } from '../git/git-objects.ts';

/** Where runs and claims are stored. GitHub documents only heads and tags as readable, so the first place is tested before it is used. */
export const namespaces = ['countersign', 'heads/countersign-state'] as const;
type Namespace = (typeof namespaces)[number];

/** The names of our refs in a repository. */
export interface RefNames {
	namespace(): Promise<Namespace>;
	/** Reports that runs were found in the first place. Then it needs no test. */
	foundInFirst(): void;
	run(run: string): Promise<string>;
	claim(key: string): Promise<string>;
	/** Returns a commit without a state, for refs of which only the name counts. */
	note(): Promise<string>;
}

export function createRefNames(objects: GitObjects): RefNames {
	let known: Namespace | undefined;
	const note = once(() => noteCommit(objects, 'countersign'));
	const chosen = once(() => chooseNamespace(objects, note));
	const namespace = async (): Promise<Namespace> => known ?? chosen();
	return {
		namespace,
		foundInFirst: () => {
			[known] = namespaces;
		},
		run: async (run) => `${await namespace()}/runs/${run}`,
		claim: async (key) => `${await namespace()}/claims/${sha256(key).slice(0, 40)}`,
		note,
	};
}

/**
 * Makes a commit that contains only a note. GitHub refuses a ref on a commit whose workflow files match no branch. So none of our commits
 * uses the tree of a repository commit, because the default branch may have changed since (Create a reference, additional permissions).
 */
export async function noteCommit(objects: GitObjects, message: string): Promise<string> {
	const note = { path: 'note', mode: '100644', content: Buffer.from(`${message}\n`) } as const;
	return objects.commit(message, await objects.writeTree(undefined, [note]), []);
}

async function chooseNamespace(objects: GitObjects, note: () => Promise<string>): Promise<Namespace> {
	for (const namespace of namespaces) {
		if ((await objects.readRef(`${namespace}/probe`)) !== undefined) return namespace;
	}
	const [preferred, fallback] = namespaces;
	const probe = await note();
	if (await takes(objects, `${preferred}/probe`, probe)) return preferred;
	await objects.createRef(`${fallback}/probe`, probe);
	return fallback;
}

/** Whether a ref with this name can be made and read back. Another process may have made it in the meantime. */
async function takes(objects: GitObjects, name: string, sha: string): Promise<boolean> {
	try {
		await objects.createRef(name, sha);
	} catch (error) {
		if (!(error instanceof ApiRefusal)) throw error;
	}
	return (await objects.readRef(name)) !== undefined;
}
