import { createHash } from 'node:crypto';
import { type Answer, type Asked, type Handler, no } from './support.ts';

interface TreeEntry {
	readonly path: string;
	readonly mode: string;
	readonly sha?: string | null;
	readonly content?: string;
}

export interface FakeCommit {
	readonly message: string;
	readonly tree: string;
	readonly parents: readonly string[];
	/** The time of the commit; a fixed day if it is left out. */
	readonly date?: string;
}

/** What goes wrong with a request: another answer, or `lost`, which does the request and drops the connection. */
export type Trouble = (asked: Asked) => Answer | 'lost' | undefined;

/** GitHub's git database in memory, as far as a store of refs can tell the difference. */
export class FakeGit {
	readonly refs = new Map<string, string>();
	readonly commits = new Map<string, FakeCommit>();
	readonly trees = new Map<string, ReadonlyMap<string, { readonly mode: string; readonly sha: string }>>();
	readonly blobs = new Map<string, Buffer>();
	/** The request bodies of trees. */
	readonly treeRequests: Asked['body'][] = [];
	/** Names of refs that this server refuses, or hides. */
	refuses: RegExp = /^never$/;
	hides: RegExp = /^never$/;
	/** Files of a tree that are not listed. */
	leavesOut: RegExp = /^never$/;
	truncates = false;
	/** Sizes of files in listings, in place of the real ones. */
	readonly sizes = new Map<string, number>();
	trouble: Trouble = () => undefined;
	readonly baseSha: string;

	constructor() {
		this.baseSha = this.addCommit('base', { 'README.md': '# Widgets\n', 'old.txt': 'old\n' });
		this.refs.set('heads/main', this.baseSha);
	}

	readonly handle: Handler = (asked) => {
		const trouble = this.trouble(asked);
		if (trouble !== undefined && trouble !== 'lost') return trouble;
		const answer = this.#answer(asked);
		return trouble === 'lost' ? 'dropped' : answer;
	};

	addCommit(message: string, files: Readonly<Record<string, string>>, parents: readonly string[] = []): string {
		const entries = Object.entries(files).map(([path, content]) => ({ path, mode: '100644', content }));
		return this.#commit({ message, tree: this.#tree(undefined, entries), parents });
	}

	/** The files of a commit, as text. */
	filesOf(commit: string | undefined): Readonly<Record<string, string>> {
		const tree = this.trees.get(this.commits.get(commit ?? '')?.tree ?? '') ?? new Map();
		return Object.fromEntries([...tree].map(([path, { sha }]) => [path, String(this.blobs.get(sha))]));
	}

	#answer({ method, path, body }: Asked): Answer {
		const [, kind = '', name = ''] = /^\/git\/(refs?|matching-refs|commits|trees|blobs)\/?(.*)$/.exec(path) ?? [];
		const text = (key: string): string => String(body[key]);
		if (method === 'DELETE') return this.refs.delete(name) ? [204] : no(422, 'Reference does not exist');
		if (method === 'PATCH') return this.#move(name, text('sha'), body['force'] === true);
		if (method === 'GET') return this.#read(kind, name);
		if (kind === 'refs') return this.#create(text('ref').slice('refs/'.length), text('sha'));
		if (kind === 'blobs') return [201, { sha: this.#blob(Buffer.from(text('content'), 'base64')) }];
		if (kind === 'trees') return this.#makeTree(body);
		const { message, tree, parents } = body as unknown as FakeCommit;
		return [201, { sha: this.#commit({ message, tree, parents }) }];
	}

	#read(kind: string, name: string): Answer {
		if (kind === 'ref') return this.refs.has(name) && !this.hides.test(name) ? [200, this.#ref(name)] : no(404);
		if (kind === 'matching-refs')
			return [200, [...this.refs.keys()].filter((ref) => ref.startsWith(name)).map((ref) => this.#ref(ref))];
		if (kind === 'commits') return this.#readCommit(name);
		if (kind === 'trees') return this.#readTree(name);
		const blob = this.blobs.get(name);
		if (blob === undefined) return no(404);
		// In lines, as GitHub sends it.
		return [200, { sha: name, encoding: 'base64', content: blob.toString('base64').replaceAll(/.{60}/g, '$&\n') }];
	}

	#readCommit(sha: string): Answer {
		const commit = this.commits.get(sha);
		if (commit === undefined) return no(404);
		const parents = commit.parents.map((parent) => ({ sha: parent }));
		const committer = { date: commit.date ?? '2026-01-01T12:00:00Z' };
		return [200, { sha, message: commit.message, tree: { sha: commit.tree }, parents, committer }];
	}

	#readTree(sha: string): Answer {
		const tree = [...(this.trees.get(sha) ?? [])].map(([path, entry]) => {
			const size = this.sizes.get(path) ?? this.blobs.get(entry.sha)?.length ?? 0;
			return { path, type: 'blob', ...entry, size };
		});
		const folders = [...new Set(tree.map(({ path }) => path.split('/').slice(0, -1).join('/')))].filter(Boolean);
		const listed = [...tree, ...folders.map((path) => ({ path, type: 'tree', mode: '040000', sha: '0' }))];
		const shown = listed.filter(({ path }) => !this.leavesOut.test(path));
		return [200, { sha, tree: shown, truncated: this.truncates }];
	}

	#create(name: string, sha: string): Answer {
		if (this.refuses.test(name)) return no(422, 'Repository rule violations found');
		if (this.refs.has(name)) return no(422, 'Reference already exists');
		this.refs.set(name, sha);
		return [201, this.#ref(name)];
	}

	#move(name: string, sha: string, force: boolean): Answer {
		const now = this.refs.get(name);
		if (now === undefined) return no(422, 'Reference does not exist');
		if (!force && !this.#descends(sha, now)) return no(422, 'Update is not a fast forward');
		this.refs.set(name, sha);
		return [200, this.#ref(name)];
	}

	#descends(sha: string, from: string): boolean {
		return sha === from || (this.commits.get(sha)?.parents ?? []).some((parent) => this.#descends(parent, from));
	}

	#makeTree(body: Asked['body']): Answer {
		this.treeRequests.push(body);
		return [201, { sha: this.#tree(body['base_tree'] as string | undefined, body['tree'] as TreeEntry[]) }];
	}

	#tree(base: string | undefined, entries: readonly TreeEntry[]): string {
		const tree = new Map(this.trees.get(base ?? ''));
		for (const { path, mode, sha, content } of entries) {
			if (sha === null) tree.delete(path);
			else tree.set(path, { mode, sha: sha ?? this.#blob(Buffer.from(content ?? '')) });
		}
		const sorted = new Map([...tree].sort(([a], [b]) => (a < b ? -1 : 1)));
		const id = idOf('tree', JSON.stringify([...sorted]));
		this.trees.set(id, sorted);
		return id;
	}

	/** Returns a new id each time, because the time is part of a commit. */
	#commit(commit: FakeCommit): string {
		const id = idOf('commit', `${this.commits.size} ${JSON.stringify(commit)}`);
		this.commits.set(id, commit);
		return id;
	}

	#blob(bytes: Buffer): string {
		const id = idOf('blob', bytes);
		this.blobs.set(id, bytes);
		return id;
	}

	#ref(name: string): object {
		const sha = this.refs.get(name) ?? '';
		return { ref: `refs/${name}`, object: { type: this.blobs.has(sha) ? 'blob' : 'commit', sha } };
	}
}

/** Gives the troubles in order to the first requests that match; later ones succeed. */
export function troubleWith(line: RegExp, ...troubles: readonly (Answer | 'lost' | (() => undefined))[]): Trouble {
	const rest = [...troubles];
	return ({ method, path }) => {
		if (!line.test(`${method} ${path}`)) return undefined;
		const trouble = rest.shift();
		return typeof trouble === 'function' ? trouble() : trouble;
	};
}

function idOf(kind: string, content: string | Buffer): string {
	return createHash('sha1').update(`${kind} `).update(content).digest('hex');
}
