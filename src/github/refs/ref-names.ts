import { sha256 } from '../../core/index.ts';
import { ApiRefusal } from '../api/api.ts';
import { once } from '../api/once.ts';
import type { GitObjects } from '../git/git-objects.ts';

/**
 * The two places for the refs of runs and claims. GitHub documents only heads and tags as readable, so the first place is tested before it
 * is used.
 */
export const namespaces = ['countersign', 'heads/countersign-state'] as const;
type Namespace = (typeof namespaces)[number];

/** The names of our refs in a repository. */
export interface RefNames {
	namespace(): Promise<Namespace>;
	/** Reports that there are runs in the first of the two places, so this place needs no test. */
	foundInFirst(): void;
	run(run: string): Promise<string>;
	claim(key: string): Promise<string>;
	/** Returns a commit without a state, for refs that store everything in their name. */
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
 * Creates a commit that contains only a note. It does not use the tree of the repository: GitHub refuses a ref on a commit if its workflow
 * files differ from those of every branch (Create a reference, additional permissions), and a branch may change at any time.
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

/** Whether a ref with this name can be created and read back. It does not matter if another process created it meanwhile. */
async function takes(objects: GitObjects, name: string, sha: string): Promise<boolean> {
	try {
		await objects.createRef(name, sha);
	} catch (error) {
		if (!(error instanceof ApiRefusal)) throw error;
	}
	return (await objects.readRef(name)) !== undefined;
}
