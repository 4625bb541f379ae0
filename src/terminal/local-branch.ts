import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommitFile, CountersignError, type DraftPullRequest, type PullRequestLink } from '../core/index.ts';
import { type Git, type GitResult, ownGit, ownSignature } from '../sandbox/index.ts';

interface LocalCheckout {
	readonly root: string;
	/** The folder with the person's own git settings. */
	readonly home: string;
}

/** A branch that a run has created in the repository. */
export interface DeliveredBranch {
	readonly branch: string;
	readonly sha: string;
}

const trailer = 'Countersign-Delivery';
/** A reference to the run's thread. On GitHub it leads to this thread. Here it would lead to an unrelated issue. */
const threadLink = /(?:^|\n)Refs #\d+$/;
const mostNames = 100;

/**
 * Commits the files on their base to a new branch, which is not checked out. The person's work tree, index and branches do not change. If
 * the name is taken, the branch gets a number.
 */
export async function deliverBranch(pull: DraftPullRequest, { root, home }: LocalCheckout): Promise<PullRequestLink> {
	const { name = 'countersign', email = 'countersign@localhost' } = await ownSignature(root, home);
	const folder = mkdtempSync(join(tmpdir(), 'countersign-index-'));
	try {
		const git = requireGit(ownGit(root, { by: { name, email }, index: join(folder, 'index') }));
		const commit = await commitOf(pull, git);
		const branch = await takeBranch(pull.branch, commit, git);
		return { url: linkOf({ branch, sha: commit }) };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The branch whose commit contains this marker. */
export async function findDelivered(
	marker: string,
	{ root }: Pick<LocalCheckout, 'root'>,
): Promise<PullRequestLink | undefined> {
	const [found] = await branchesWith(root, (line) => line === `${trailer}: ${marker}`);
	return found === undefined ? undefined : { url: linkOf(found) };
}

/** The branches that a run has created so far, oldest first. */
export function deliveredBranches(run: string, root: string): Promise<readonly DeliveredBranch[]> {
	return branchesWith(root, (line) => line.startsWith(`${trailer}: countersign:pull-request:${run}:`));
}

async function branchesWith(root: string, isMarked: (line: string) => boolean): Promise<readonly DeliveredBranch[]> {
	const format = '--format=%(refname)%00%(objectname)%00%(contents)%00';
	const git = requireGit(ownGit(root));
	const listed = required(
		await git(['for-each-ref', '--sort=committerdate', format, 'refs/heads/countersign/']),
		'list branches',
	);
	const fields = listed.split('\0');
	const branches: DeliveredBranch[] = [];
	for (let at = 0; at + 2 < fields.length; at += 3) {
		const [ref = '', sha = '', message = ''] = fields.slice(at, at + 3);
		// Our trailer is the last line. A model writes the lines above it.
		if (isMarked(message.trimEnd().split('\n').at(-1) ?? ''))
			branches.push({ branch: ref.trim().slice('refs/heads/'.length), sha });
	}
	return branches;
}

async function commitOf(
	{ baseSha, parent = baseSha, title, body, files, marker }: DraftPullRequest,
	git: Git,
): Promise<string> {
	required(await git(['read-tree'], { revisions: [baseSha] }), 'read the base commit');
	const lines: Buffer[] = [];
	// Deletions come first, because they may make room for new files.
	for (const file of files)
		if (file.content === null) lines.push(Buffer.from(`0 ${'0'.repeat(baseSha.length)}\t${file.path}\0`));
	for (const file of files) if (file.content !== null) lines.push(await entryOf(file, file.content, git));
	required(
		await git(['update-index', '-z', '--index-info'], { input: Buffer.concat(lines) }),
		'put the files together',
	);
	const tree = required(await git(['write-tree']), 'write the tree');
	const words = body.trim().replace(threadLink, '').trim();
	const message = `${title}\n\n${words === '' ? '' : `${words}\n\n`}${trailer}: ${marker}\n`;
	return required(await git(['commit-tree', tree, '-p', parent], { input: message }), 'write the commit');
}

async function entryOf({ path, mode }: CommitFile, content: Uint8Array, git: Git): Promise<Buffer> {
	const blob = required(
		await git(['hash-object', '-w', '--no-filters', '--stdin'], { input: content }),
		`keep \`${path}\``,
	);
	return Buffer.from(`${mode} ${blob}\t${path}\0`);
}

/** Creates a branch with an unused name. A branch is never moved. */
async function takeBranch(wanted: string, commit: string, git: Git): Promise<string> {
	for (let number = 1; number <= mostNames; number += 1) {
		const branch = number === 1 ? wanted : `${wanted}-${number}`;
		const ref = `refs/heads/${branch}`;
		const taken = await git(['show-ref', '--verify', '--quiet', ref]);
		if (taken.ok) continue;
		const made = await git(['update-ref', '-m', 'countersign: deliver', ref, commit, '0'.repeat(commit.length)]);
		if (made.ok) return branch;
		const isMeanwhile = (await git(['show-ref', '--verify', '--quiet', ref])).ok;
		if (!isMeanwhile) throw refused(`make the branch \`${branch}\``, made.message);
	}
	throw refused(
		`make a branch \`${wanted}\``,
		`this branch and ${mostNames - 1} others with a number after the name already exist`,
	);
}

function linkOf({ branch, sha }: DeliveredBranch): string {
	return `${branch} (commit ${sha.slice(0, 12)}, only in this repository; nothing was pushed)`;
}

function requireGit(git: Git | undefined): Git {
	if (git === undefined) throw refused('be used', 'the checkout does not exist any more');
	return git;
}

function required(result: GitResult, what: string): string {
	if (!result.ok) throw refused(what, result.message);
	return result.stdout.toString().trim();
}

function refused(what: string, why: string): CountersignError {
	return new CountersignError({
		code: 'checkout-mismatch',
		message: `Git could not ${what}: ${why}.`,
		fix: 'Check the repository with git, then continue the run with `countersign resume`.',
	});
}
