import { execFileSync } from 'node:child_process';
import type { Entry, EntryOf } from '../../src/core/index.ts';
import { parseEntries, type Vault } from '../../src/journal/index.ts';

/** A run as GitHub keeps it. */
export interface KeptRun {
	readonly ref: string;
	readonly run: string;
	/** The command that began it. */
	readonly command: string;
	readonly entries: readonly Entry[];
}

/** Returns all runs of a repository, from the refs in which the product stores them. `vault` decrypts them. */
export function readRuns(repository: string, vault: Vault): readonly KeptRun[] {
	const git = (input: string, ...args: readonly string[]): Buffer =>
		execFileSync('git', args, { cwd: repository, input, maxBuffer: 2 ** 30 });
	const refs = git(
		'',
		'for-each-ref',
		'--format=%(refname)',
		'refs/countersign/runs',
		'refs/heads/countersign-state/runs',
	)
		.toString()
		.split('\n')
		.filter((ref) => ref !== '');
	return refs.map((ref) => {
		const names = git('', 'ls-tree', '-r', '-z', '--name-only', ref)
			.toString()
			.split('\0')
			.filter((name) => name !== '');
		const contents = batch(git(names.map((name) => `${ref}:${name}\n`).join(''), 'cat-file', '--batch'));
		const files = new Map(names.map((name, index) => [name, contents[index] ?? Buffer.alloc(0)]));
		const { journal } = vault.open(files, ref.slice(ref.lastIndexOf('/') + 1));
		const entries = parseEntries(journal);
		const [header] = entries;
		if (header?.type !== 'run_started') throw new Error(`${ref} begins with no header`);
		return { ref, run: header.run, command: header.request.key, entries };
	});
}

/** Returns the contents in the output of `git cat-file --batch`: for each object `<sha> blob <bytes>`, the bytes, and a line end. */
function batch(output: Buffer): readonly Buffer[] {
	const found: Buffer[] = [];
	for (let at = 0; at < output.length; ) {
		const end = output.indexOf('\n', at);
		const bytes = Number(output.subarray(at, end).toString().split(' ')[2]);
		found.push(output.subarray(end + 1, end + 1 + bytes));
		at = end + 1 + bytes + 1;
	}
	return found;
}

export function entriesOf<T extends Entry['type']>({ entries }: KeptRun, type: T): readonly EntryOf<T>[] {
	return entries.filter((entry) => entry.type === type) as unknown as readonly EntryOf<T>[];
}
