import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitKilled, type GitResult, GitRunner } from './git-runner.ts';

export interface TreeEntry {
	path: string;
	mode: string;
	type: string;
	sha: string;
	size?: number;
}

export interface Ref {
	name: string;
	sha: string;
	type: string;
}

export interface TreeChange {
	path: string[];
	mode: string;
	type: string;
	/** `null` deletes. */
	sha: string | null;
}

export class GitError extends Error {}

const nothing = '0'.repeat(40);
const shaPattern = /^[0-9a-f]{40}$/;
export const isSha = (text: string): boolean => shaPattern.test(text);

// The caller's own git settings and hooks must not reach the repository behind the API.
const environment = (home: string) => ({
	PATH: process.env['PATH'],
	HOME: home,
	LC_ALL: 'C',
	GIT_CONFIG_NOSYSTEM: '1',
	GIT_CONFIG_GLOBAL: '/dev/null',
	GIT_CONFIG_COUNT: '1',
	GIT_CONFIG_KEY_0: 'safe.directory',
	GIT_CONFIG_VALUE_0: '*',
});

/** A real bare repository. The API reads all facts about git from it. */
export class GitDatabase {
	readonly dir: string;
	readonly #root: string;
	readonly #git: GitRunner;
	readonly #running = new Set<Promise<GitResult>>();
	#wasKilled = false;
	#unlocking: Promise<void> | undefined;

	private constructor(root: string) {
		this.#root = root;
		this.dir = join(root, 'repository.git');
		this.#git = new GitRunner(root, environment(root));
	}

	static async importing(source: string): Promise<GitDatabase> {
		const database = new GitDatabase(await mkdtemp(join(tmpdir(), 'local-github-')));
		try {
			const clone = ['clone', '--quiet', '--bare', '--no-hardlinks', '--template=', source, database.dir];
			const { code, err } = await database.#git.run(clone, '');
			if (code !== 0) throw new GitError(err);
			// A runner may fetch any commit by its sha, as on GitHub. Nothing is repacked while others read.
			await database.must(['config', 'uploadpack.allowAnySHA1InWant', 'true']);
			await database.must(['config', 'gc.auto', '0']);
			// Pushed objects are in a separate folder until they are checked. Git would also list this repository's refs as those of another
			// repository, but it reads them anyway. `true` lists none.
			await database.must(['config', 'core.alternateRefsCommand', 'true']);
			// GitHub refuses malformed objects.
			await database.must(['config', 'receive.fsckObjects', 'true']);
			await database.must(['config', 'receive.autogc', 'false']);
			return database;
		} catch (error) {
			await database.close();
			throw error;
		}
	}

	async close(): Promise<void> {
		await this.#git.close();
		await rm(this.#root, { recursive: true, force: true, maxRetries: 3 });
	}

	/** @throws GitKilled */
	async run(args: string[], input: string | Buffer = ''): Promise<GitResult> {
		if (this.#wasKilled) await this.#unlocked();
		const running = this.#git.run(['--git-dir', this.dir, ...args], input);
		this.#running.add(running);
		try {
			return await running;
		} catch (error) {
			this.#wasKilled ||= error instanceof GitKilled;
			throw error;
		} finally {
			this.#running.delete(running);
		}
	}

	/** Removes the locks of a killed git process when no other one runs. Otherwise, every later change of a locked ref would fail. */
	#unlocked(): Promise<void> {
		const unlock = async (): Promise<void> => {
			await Promise.allSettled(this.#running);
			const files = await readdir(this.dir, { recursive: true });
			const locks = files.filter((file) => file.endsWith('.lock'));
			await Promise.all(locks.map((file) => rm(join(this.dir, file), { force: true })));
			this.#wasKilled = false;
			this.#unlocking = undefined;
		};
		this.#unlocking ??= unlock();
		return this.#unlocking;
	}

	async must(args: string[], input: string | Buffer = ''): Promise<Buffer> {
		const { code, out, err } = await this.run(args, input);
		if (code !== 0) throw new GitError(`git ${args.join(' ')}: ${err.trim()}`);
		return out;
	}

	async text(args: string[], input: string | Buffer = ''): Promise<string> {
		return (await this.must(args, input)).toString().trimEnd();
	}

	/** Returns the types of objects. An object that does not exist is missing from the map. */
	async types(shas: string[]): Promise<Map<string, string>> {
		const known = new Map<string, string>();
		const wanted = shas.filter(isSha);
		if (wanted.length === 0) return known;
		const lines = await this.text(['cat-file', '--batch-check=%(objectname) %(objecttype)'], `${wanted.join('\n')}\n`);
		for (const line of lines.split('\n')) {
			const [sha = '', type = 'missing'] = line.split(' ');
			if (type !== 'missing') known.set(sha, type);
		}
		return known;
	}

	/** Returns the sha for a sha (also shortened), `HEAD`, a branch, a tag or a ref. Git's revision syntax is not accepted. */
	async resolve(name: string, kind = 'commit'): Promise<string | undefined> {
		const names = [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`, name];
		const refs = new Map((await this.refs(...names)).map((ref) => [ref.name, ref.sha]));
		const named = names.find((ref) => refs.has(ref));
		const revision = named ? refs.get(named) : name;
		if (revision === undefined || !(named || name === 'HEAD' || /^[0-9a-f]{7,40}$/.test(name))) return undefined;
		const { code, out } = await this.run(['rev-parse', '--quiet', '--verify', `${revision}^{${kind}}`]);
		return code === 0 ? out.toString().trim() : undefined;
	}

	async write(type: 'blob' | 'commit', content: string | Buffer): Promise<string> {
		return this.text(
			['hash-object', '-t', type, '-w', '--stdin', ...(type === 'blob' ? ['--no-filters'] : [])],
			content,
		);
	}

	async read(type: 'blob' | 'commit', sha: string): Promise<Buffer | undefined> {
		if (!isSha(sha)) return undefined;
		const { code, out } = await this.run(['cat-file', type, sha]);
		return code === 0 ? out : undefined;
	}

	/** Returns the entries of one level, or of all levels with the trees among them. */
	async tree(treeish: string, options: { recursive?: boolean; path?: string } = {}): Promise<TreeEntry[]> {
		const flags = ['-z', '-l', ...(options.recursive ? ['-r', '-t'] : [])];
		const listing = await this.must(['ls-tree', ...flags, treeish, ...(options.path ? ['--', options.path] : [])]);
		return listing
			.toString()
			.split('\0')
			.filter((line) => line !== '')
			.map((line) => {
				const [meta = '', path = ''] = line.split('\t');
				const [mode = '', type = '', sha = '', size = '-'] = meta.split(/ +/);
				return { path, mode, type, sha, ...(size === '-' ? {} : { size: Number(size) }) };
			});
	}

	/** Returns undefined if the tree is then empty. @throws if a deletion names a missing file. */
	async writeTree(base: string | undefined, changes: TreeChange[]): Promise<string | undefined> {
		const entries = new Map((base ? await this.tree(base) : []).map((entry) => [entry.path, entry]));
		const below = new Map<string, TreeChange[]>();
		for (const { path, mode, type, sha } of changes) {
			const [name = '', ...rest] = path;
			if (rest.length > 0) below.set(name, [...(below.get(name) ?? []), { path: rest, mode, type, sha }]);
			else if (sha !== null) entries.set(name, { path: name, mode, type, sha });
			else if (!entries.delete(name)) throw new GitError('nothing to delete');
		}
		for (const [name, inside] of below) {
			const before = entries.get(name);
			const sha = await this.writeTree(before?.type === 'tree' ? before.sha : undefined, inside);
			if (sha) entries.set(name, { path: name, mode: '040000', type: 'tree', sha });
			else entries.delete(name);
		}
		if (entries.size === 0) return undefined;
		const lines = [...entries.values()].map(({ mode, type, sha, path }) => `${mode} ${type} ${sha}\t${path}\0`);
		return this.text(['mktree', '-z'], lines.join(''));
	}

	/** Returns all refs, or those that match a pattern: a whole name, or a folder with everything below it. */
	async refs(...patterns: string[]): Promise<Ref[]> {
		const listing = await this.text([
			'for-each-ref',
			'--format=%(objectname) %(objecttype) %(refname)',
			'--',
			...patterns,
		]);
		return listing
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => {
				const [sha = '', type = '', name = ''] = line.split(' ');
				return { name, sha, type };
			});
	}

	async ref(name: string): Promise<Ref | undefined> {
		return (await this.refs(name)).find((ref) => ref.name === name);
	}

	/** Returns false if the ref exists. Git itself decides which of two writers was first. */
	async createRef(name: string, sha: string): Promise<boolean> {
		const { code, err } = await this.run(['update-ref', name, sha, nothing]);
		if (code === 0) return true;
		if (/already exists|but expected|File exists/.test(err)) return false;
		throw new GitError(err.trim());
	}

	/** Moves the ref only if it still has the value for which the fast-forward was checked. Git decides which writer was first. */
	async moveRef(name: string, sha: string, force: boolean): Promise<'moved' | 'missing' | 'not-fast-forward'> {
		for (let attempt = 0; attempt < 20; attempt++) {
			const before = await this.ref(name);
			if (!before) return 'missing';
			if (!force && !(await this.isAncestor(before.sha, sha))) return 'not-fast-forward';
			const { code, err } = await this.run(['update-ref', name, sha, before.sha]);
			if (code === 0) return 'moved';
			// Another writer was faster, perhaps by a direct push into the repository. Try again.
			if (!/but expected|File exists/.test(err)) throw new GitError(err.trim());
		}
		throw new GitError(`${name} is locked`);
	}

	async deleteRef(name: string): Promise<boolean> {
		if (!(await this.ref(name))) return false;
		await this.must(['update-ref', '-d', name]);
		return true;
	}

	async isAncestor(older: string, newer: string): Promise<boolean> {
		return (await this.run(['merge-base', '--is-ancestor', older, newer])).code === 0;
	}
}
