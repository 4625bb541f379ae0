import type { Repository } from './repository.ts';
import type { JsonObject } from './types.ts';

export interface CommitAuthor {
	name: string;
	email: string;
	date: Date;
}

export interface Commit {
	tree: string;
	parents: string[];
	author: CommitAuthor;
	committer: CommitAuthor;
	message: string;
	/** Whether GitHub signs the commit. The stand-in cannot sign as GitHub does, so the signature only has the right form. */
	signed: boolean;
}

const signature = ['-----BEGIN PGP SIGNATURE-----', '', 'bm90IGEgc2lnbmF0dXJl', '-----END PGP SIGNATURE-----'];

// Angle brackets and line breaks could forge the later fields.
const clean = (text: string) => text.replaceAll(/[<>\n]/g, '').trim();
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const person = ({ name, email, date }: CommitAuthor) => `${clean(name)} <${clean(email)}> ${seconds(date)} +0000`;

/** Returns the raw object. `git commit-tree` would add a line break to the message, and GitHub does not. */
export function serializeCommit(commit: Commit): string {
	return [
		`tree ${commit.tree}`,
		...commit.parents.map((parent) => `parent ${parent}`),
		`author ${person(commit.author)}`,
		`committer ${person(commit.committer)}`,
		...(commit.signed ? [`gpgsig ${signature.join('\n ')}`] : []),
		'',
		commit.message,
	].join('\n');
}

function parsePerson(line: string): CommitAuthor {
	const [, name = '', email = '', time = '0'] = /^(.*?) ?<(.*)> (\d+) [+-]\d+$/.exec(line) ?? [];
	return { name, email, date: new Date(Number(time) * 1000) };
}

export function parseCommit(raw: string): Commit {
	const end = raw.indexOf('\n\n');
	const fields = raw
		.slice(0, end)
		.split('\n')
		.filter((line) => !line.startsWith(' '))
		.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
	const all = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value);
	return {
		tree: all('tree')[0] ?? '',
		parents: all('parent'),
		author: parsePerson(all('author')[0] ?? ''),
		committer: parsePerson(all('committer')[0] ?? ''),
		message: raw.slice(end + 2),
		signed: all('gpgsig').length > 0,
	};
}

const personJson = ({ name, email, date }: CommitAuthor): JsonObject => ({
	name,
	email,
	date: date.toISOString().replace('.000Z', 'Z'),
});

function verification({ signed }: Commit): JsonObject {
	if (!signed) return { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };
	return { verified: true, reason: 'valid', signature: signature.join('\n'), payload: null, verified_at: null };
}

/** Returns a commit as `git/commits` shows it. */
export function commitJson({ apiUrl, htmlUrl }: Repository, sha: string, commit: Commit): JsonObject {
	return {
		sha,
		node_id: Buffer.from(`C_${sha}`).toString('base64url'),
		url: `${apiUrl}/git/commits/${sha}`,
		html_url: `${htmlUrl}/commit/${sha}`,
		author: personJson(commit.author),
		committer: personJson(commit.committer),
		message: commit.message.trimEnd(),
		tree: { sha: commit.tree, url: `${apiUrl}/git/trees/${commit.tree}` },
		parents: commit.parents.map((parent) => ({
			sha: parent,
			url: `${apiUrl}/git/commits/${parent}`,
			html_url: `${htmlUrl}/commit/${parent}`,
		})),
		verification: verification(commit),
	};
}

/** Returns a commit as `commits/{ref}`, `compare` and `branches` show it: with the accounts and, inside, the git commit. */
export function repositoryCommitJson(repository: Repository, sha: string, commit: Commit): JsonObject {
	const { apiUrl, htmlUrl, people, switches } = repository;
	const { author, committer, message, tree, verification: verified } = commitJson(repository, sha, commit);
	const account = ({ email }: CommitAuthor): JsonObject | null => {
		const id = Number(/^(\d+)\+.*@users\.noreply\.github\.com$/.exec(email)?.[1]);
		const user = people.users().find((one) => one.id === id);
		if (user) return people.json(user);
		return switches.emptyAuthors ? {} : null;
	};
	return {
		sha,
		node_id: Buffer.from(`C_${sha}`).toString('base64url'),
		commit: {
			author: author ?? null,
			committer: committer ?? null,
			message: message ?? '',
			tree: tree ?? null,
			url: `${apiUrl}/git/commits/${sha}`,
			comment_count: 0,
			verification: verified ?? null,
		},
		url: `${apiUrl}/commits/${sha}`,
		html_url: `${htmlUrl}/commit/${sha}`,
		comments_url: `${apiUrl}/commits/${sha}/comments`,
		author: account(commit.author),
		committer: account(commit.committer),
		parents: commit.parents.map((parent) => ({
			sha: parent,
			url: `${apiUrl}/commits/${parent}`,
			html_url: `${htmlUrl}/commit/${parent}`,
		})),
	};
}

export async function readCommit({ git }: Repository, sha: string): Promise<Commit | undefined> {
	const raw = await git.read('commit', sha);
	return raw ? parseCommit(raw.toString()) : undefined;
}
