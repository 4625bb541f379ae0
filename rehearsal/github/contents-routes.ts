import { posix } from 'node:path';
import type { TreeEntry } from './git-database.ts';
import { type Call, notFound, ok, type Reply } from './http.ts';
import { wrapped } from './objects-routes.ts';
import { type Repository, read, route } from './repository.ts';
import type { JsonObject } from './types.ts';

// Above this size GitHub gives no content in JSON, only the raw media type.
const inlineLimit = 1024 * 1024;

const types: Record<string, string> = { '040000': 'dir', '120000': 'symlink', '160000': 'submodule' };

interface Place {
	ref: string;
	commit: string;
}

/** Returns a file, a folder or a link as the API shows it, without its content. */
export function entryJson(
	{ apiUrl, htmlUrl }: Pick<Repository, 'apiUrl' | 'htmlUrl'>,
	place: Pick<Place, 'ref'>,
	entry: TreeEntry,
): JsonObject {
	const type = types[entry.mode] ?? 'file';
	const path = entry.path.split('/').map(encodeURIComponent).join('/');
	const url = `${apiUrl}/contents/${path}?ref=${encodeURIComponent(place.ref)}`;
	const object = type === 'dir' ? 'trees' : 'blobs';
	const git = `${apiUrl}/git/${object}/${entry.sha}`;
	const html = `${htmlUrl}/${type === 'dir' ? 'tree' : 'blob'}/${place.ref}/${path}`;
	return {
		name: posix.basename(entry.path),
		path: entry.path,
		sha: entry.sha,
		size: entry.size ?? 0,
		url,
		html_url: html,
		git_url: git,
		download_url: type === 'dir' ? null : `${htmlUrl}/raw/${place.ref}/${path}`,
		type,
		_links: { self: url, git, html },
	};
}

/** Returns the target of a link if it is a file of the repository. GitHub then answers with that file. */
async function target({ git }: Repository, place: Place, link: TreeEntry, to: string): Promise<TreeEntry | undefined> {
	const path = posix.join(posix.dirname(link.path), to);
	if (path.startsWith('..') || posix.isAbsolute(to)) return undefined;
	const [entry] = await git.tree(place.commit, { path });
	return entry?.type === 'blob' && entry.mode !== '120000' ? entry : undefined;
}

async function fileReply(repository: Repository, call: Call, place: Place, entry: TreeEntry): Promise<Reply> {
	const json = entryJson(repository, place, entry);
	if (entry.type === 'commit') return ok({ ...json, submodule_git_url: null });
	let content = (await repository.git.read('blob', entry.sha)) ?? Buffer.alloc(0);
	if (entry.mode === '120000') {
		const file = await target(repository, place, entry, content.toString());
		if (!file) return ok({ ...json, target: content.toString() });
		content = (await repository.git.read('blob', file.sha)) ?? content;
		Object.assign(json, { type: 'file', sha: file.sha, size: content.length });
	}
	if (call.accept.includes('raw')) return { status: 200, body: content };
	if (content.length > inlineLimit) return ok({ ...json, content: '', encoding: 'none' });
	return ok({ ...json, content: wrapped(content), encoding: 'base64' });
}

async function getContents(repository: Repository, call: Call): Promise<Reply> {
	const { git } = repository;
	const ref = call.query.get('ref') || repository.defaultBranch;
	const commit = await git.resolve(ref);
	if (!commit) throw notFound(`No commit found for the ref ${ref}`);
	const place = { ref, commit };
	const path = (call.params['path'] ?? '').replace(/^\/+|\/+$/g, '');
	if (path === '') return directoryReply(repository, place, '');
	const [entry] = await git.tree(commit, { path });
	if (!entry) throw notFound();
	return entry.type === 'tree' ? directoryReply(repository, place, path) : fileReply(repository, call, place, entry);
}

async function directoryReply(repository: Repository, place: Place, path: string): Promise<Reply> {
	const entries = await repository.git.tree(place.commit, path === '' ? {} : { path: `${path}/` });
	return ok(entries.map((entry) => entryJson(repository, place, entry)));
}

export function addContentsRoutes(repository: Repository): void {
	route(repository, 'GET /contents', read('contents'), (call) => getContents(repository, call));
	route(repository, 'GET /contents/', read('contents'), (call) => getContents(repository, call));
	route(repository, 'GET /contents/*path', read('contents'), (call) => getContents(repository, call));
}
