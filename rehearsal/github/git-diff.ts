import type { GitDatabase } from './git-database.ts';
import type { JsonObject } from './types.ts';

export interface ChangedFile {
	filename: string;
	previous: string | undefined;
	status: string;
	sha: string;
	additions: number;
	deletions: number;
	patch: string | undefined;
}

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const statuses: Record<string, string> = { A: 'added', D: 'removed', M: 'modified', R: 'renamed', T: 'changed' };

/** Returns the hunks of each file, in git's order. Undefined for a file without hunks (binary, or only a new mode). */
function hunksOf(diff: string): (string | undefined)[] {
	const parts = diff.split(/^diff --git .*$/m).slice(1);
	return parts.map((part) => {
		const at = part.search(/^@@ /m);
		return at < 0 ? undefined : part.slice(at).trimEnd();
	});
}

interface RawChange {
	status: string;
	sha: string;
	paths: string[];
}

/** Reads the output of `--raw --numstat -z`: first all raw records, then all counts. */
function parseRecords(listing: string): { raw: RawChange[]; counts: string[][] } {
	const fields = listing.split('\0');
	const raw: RawChange[] = [];
	const counts: string[][] = [];
	while (fields.length > 0) {
		const field = fields.shift() ?? '';
		if (field.startsWith(':')) {
			const [, , before = '', after = '', status = ''] = field.split(' ');
			const paths = fields.splice(0, status.startsWith('R') ? 2 : 1);
			raw.push({ status: status.slice(0, 1), sha: status === 'D' ? before : after, paths });
		} else if (field !== '') {
			const [added = '', removed = '', path] = field.split('\t');
			counts.push([added, removed]);
			if (path === '') fields.splice(0, 2);
		}
	}
	return { raw, counts };
}

/** Returns the changes from the tree of `from` to that of `to`. `from` is undefined for a root commit. */
export async function changedFiles(git: GitDatabase, from: string | undefined, to: string): Promise<ChangedFile[]> {
	const range = [from ?? emptyTree, to];
	const flags = ['diff-tree', '-r', '-M', '--no-color', '--full-index'];
	const records = (await git.must([...flags, '--raw', '--numstat', '-z', ...range])).toString();
	const hunks = hunksOf((await git.must([...flags, '-p', ...range])).toString());
	const { raw, counts } = parseRecords(records);
	return raw.map(({ status, sha, paths }, at) => ({
		filename: paths.at(-1) ?? '',
		previous: paths.length > 1 ? paths[0] : undefined,
		status: statuses[status] ?? 'changed',
		sha,
		additions: Number(counts[at]?.[0]) || 0,
		deletions: Number(counts[at]?.[1]) || 0,
		patch: hunks[at],
	}));
}

export async function diffText(git: GitDatabase, from: string, to: string): Promise<Buffer> {
	return git.must(['diff-tree', '-r', '-M', '--no-color', '-p', from, to]);
}

export function fileJson(file: ChangedFile, repoUrl: string, at: string): JsonObject {
	const path = file.filename.split('/').map(encodeURIComponent).join('/');
	return {
		sha: file.sha,
		filename: file.filename,
		status: file.status,
		additions: file.additions,
		deletions: file.deletions,
		changes: file.additions + file.deletions,
		blob_url: `${repoUrl.replace('/repos/', '/')}/blob/${at}/${path}`,
		raw_url: `${repoUrl.replace('/repos/', '/')}/raw/${at}/${path}`,
		contents_url: `${repoUrl}/contents/${path}?ref=${at}`,
		...(file.patch === undefined ? {} : { patch: file.patch }),
		...(file.previous === undefined ? {} : { previous_filename: file.previous }),
	};
}

export function totals(files: ChangedFile[]): { additions: number; deletions: number; changed_files: number } {
	const sum = (of: (file: ChangedFile) => number) => files.reduce((total, file) => total + of(file), 0);
	return { additions: sum((f) => f.additions), deletions: sum((f) => f.deletions), changed_files: files.length };
}
