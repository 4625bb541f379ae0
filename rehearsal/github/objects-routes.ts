import { type CommitAuthor, commitJson, parseCommit, serializeCommit } from './commits.ts';
import { GitError, type TreeChange } from './git-database.ts';
import {
	ApiError,
	asList,
	asObject,
	asText,
	type Call,
	created,
	isObject,
	notFound,
	ok,
	type Reply,
	requiredText,
	unprocessable,
} from './http.ts';
import { type Repository, read, route, write } from './repository.ts';
import { refuseSecret } from './rules.ts';
import type { Json, JsonObject } from './types.ts';

const typeOfMode: Record<string, string> = {
	'100644': 'blob',
	'100755': 'blob',
	'120000': 'blob',
	'040000': 'tree',
	'160000': 'commit',
};

/** Returns base64 with line breaks, as GitHub does. */
export const wrapped = (content: Buffer): string =>
	content
		.toString('base64')
		.replace(/(.{60})/g, '$1\n')
		.concat('\n');

async function createBlob(repository: Repository, call: Call): Promise<Reply> {
	const { git, apiUrl } = repository;
	const content = asText(call.body['content']);
	if (content === undefined) throw unprocessable('Invalid request.\n\n"content" wasn\'t supplied.');
	const encoding = asText(call.body['encoding']) ?? 'utf-8';
	if (encoding !== 'utf-8' && encoding !== 'base64') throw unprocessable('encoding must be one of utf-8, base64');
	refuseSecret(repository, Buffer.from(content, encoding));
	const sha = await git.write('blob', Buffer.from(content, encoding));
	return created({ sha, url: `${apiUrl}/git/blobs/${sha}` });
}

async function getBlob({ git, apiUrl }: Repository, call: Call): Promise<Reply> {
	const sha = call.params['sha'] ?? '';
	const content = await git.read('blob', sha);
	if (!content) throw notFound();
	if (call.accept.includes('raw')) return { status: 200, body: content };
	return ok({
		sha,
		node_id: Buffer.from(`B_${sha}`).toString('base64url'),
		size: content.length,
		url: `${apiUrl}/git/blobs/${sha}`,
		content: wrapped(content),
		encoding: 'base64',
	});
}

function checkedPath(path: string): string[] {
	if (path.startsWith('/')) throw unprocessable('tree.path cannot start with a slash');
	const parts = path.split('/');
	if (parts.some((part) => part === '' || part === '.' || part === '..' || part.toLowerCase() === '.git')) {
		throw unprocessable('tree.path contains a malformed path component');
	}
	return parts;
}

async function change(repository: Repository, entry: Json): Promise<TreeChange> {
	const given = asObject(entry);
	const path = checkedPath(requiredText(given, 'path', 'Tree'));
	const mode = asText(given['mode']) ?? '';
	const type = typeOfMode[mode];
	if (type === undefined) {
		throw unprocessable('tree.mode must be one of 100644, 100755, 040000, 160000, 120000');
	}
	const content = asText(given['content']);
	if (content !== undefined && given['sha'] !== undefined) {
		throw unprocessable('Must supply either tree.sha or tree.content');
	}
	if (content !== undefined) return { path, mode, type, sha: await repository.git.write('blob', content) };
	if (given['sha'] === null) return { path, mode, type, sha: null };
	return { path, mode, type, sha: requiredText(given, 'sha', 'Tree') };
}

async function changes(repository: Repository, call: Call): Promise<TreeChange[]> {
	const entries = asList(call.body['tree']);
	if (entries.length === 0) throw unprocessable('Invalid tree info');
	const result: TreeChange[] = [];
	for (const entry of entries) result.push(await change(repository, entry));
	const types = await repository.git.types(result.flatMap(({ sha }) => sha ?? []));
	for (const { sha, type } of result) {
		// A submodule's commit is in another repository.
		if (sha === null || type === 'commit' || types.get(sha) === type) continue;
		throw unprocessable(`tree.sha ${sha} is not a valid ${type}`);
	}
	return result;
}

async function createTree(repository: Repository, call: Call): Promise<Reply> {
	const { git } = repository;
	const baseName = asText(call.body['base_tree']);
	const base = baseName === undefined ? undefined : await git.resolve(baseName, 'tree');
	if (baseName !== undefined && base === undefined) throw unprocessable('Invalid tree info');
	const wanted = await changes(repository, call);
	const touchesWorkflows = wanted.some(({ path }) => path.join('/').startsWith('.github/workflows'));
	// No workflow can give its token the right to change workflows.
	if (call.who?.grants && touchesWorkflows) throw new ApiError(403, 'Resource not accessible by integration');
	try {
		const sha = (await git.writeTree(base, wanted)) ?? (await git.text(['mktree'], ''));
		return created(await treeJson(repository, sha, false));
	} catch (error) {
		if (error instanceof GitError) throw unprocessable('GitRPC::BadObjectState');
		throw error;
	}
}

// GitHub cuts a recursive listing at 100,000 entries.
const treeLimit = 100_000;

async function treeJson({ git, apiUrl }: Repository, sha: string, recursive: boolean): Promise<JsonObject> {
	const entries = await git.tree(sha, { recursive });
	const tree = entries.slice(0, treeLimit).map((entry): JsonObject => {
		const { path, mode, type, sha: object, size } = entry;
		const common = { path, mode, type, sha: object, ...(size === undefined ? {} : { size }) };
		return type === 'commit' ? common : { ...common, url: `${apiUrl}/git/${type}s/${object}` };
	});
	return { sha, url: `${apiUrl}/git/trees/${sha}`, tree, truncated: entries.length > treeLimit };
}

async function getTree(repository: Repository, call: Call): Promise<Reply> {
	const sha = await repository.git.resolve(call.params['sha'] ?? '', 'tree');
	if (!sha) throw notFound();
	// As on GitHub, any value means yes, even "0" and "false".
	return ok(await treeJson(repository, sha, call.query.has('recursive')));
}

function author(call: Call, field: 'author' | 'committer', fallback: CommitAuthor): CommitAuthor {
	const given = call.body[field];
	if (!isObject(given)) return fallback;
	const date = asText(given['date']);
	if (date !== undefined && Number.isNaN(Date.parse(date))) throw unprocessable(`${field}.date is not a timestamp`);
	return {
		name: requiredText(given, 'name', 'Commit'),
		email: requiredText(given, 'email', 'Commit'),
		date: date === undefined ? fallback.date : new Date(date),
	};
}

async function createCommit(repository: Repository, call: Call): Promise<Reply> {
	const { git } = repository;
	const message = requiredText(call.body, 'message', 'Commit');
	const tree = asText(call.body['tree']) ?? '';
	const parents = asList(call.body['parents']).map(String);
	const types = await git.types([tree, ...parents]);
	if (types.get(tree) !== 'tree') throw unprocessable('Tree SHA does not exist');
	if (parents.some((parent) => types.get(parent) !== 'commit')) {
		throw unprocessable('Parent SHA does not exist or is not a commit object');
	}
	const { user, app } = call.who ?? repository.people.person(repository.owner);
	const self = { name: user.login, email: `${user.id}+${user.login}@users.noreply.github.com`, date: new Date() };
	// GitHub signs only a commit that a bot makes in its own name.
	const signed = app !== undefined && call.body['author'] === undefined && call.body['committer'] === undefined;
	const written = author(call, 'author', self);
	const committed = signed ? { ...self, name: 'GitHub', email: 'noreply@github.com' } : written;
	const committer = author(call, 'committer', committed);
	const sha = await git.write(
		'commit',
		serializeCommit({ tree, parents, author: written, committer, message, signed }),
	);
	return created(await requiredCommit(repository, sha));
}

async function requiredCommit(repository: Repository, sha: string): Promise<JsonObject> {
	const raw = await repository.git.read('commit', sha);
	if (!raw) throw notFound();
	return commitJson(repository, sha, parseCommit(raw.toString()));
}

export function addObjectRoutes(repository: Repository): void {
	const writes = write('contents', 'write');
	route(repository, 'POST /git/blobs', writes, (call) => createBlob(repository, call));
	route(repository, 'GET /git/blobs/:sha', read('contents'), (call) => getBlob(repository, call));
	route(repository, 'POST /git/trees', writes, (call) => createTree(repository, call));
	route(repository, 'GET /git/trees/*sha', read('contents'), (call) => getTree(repository, call));
	route(repository, 'POST /git/commits', writes, (call) => createCommit(repository, call));
	route(repository, 'GET /git/commits/:sha', read('contents'), async (call) =>
		ok(await requiredCommit(repository, call.params['sha'] ?? '')),
	);
}
