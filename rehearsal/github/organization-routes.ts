import { createHash } from 'node:crypto';
import { repositoryCommitJson } from './commits.ts';
import { entryJson } from './contents-routes.ts';
import { ApiError, asObject, type Call, notFound, ok, type Reply } from './http.ts';
import { wrapped } from './objects-routes.ts';
import type { Repository } from './repository.ts';
import type { Identity, JsonObject } from './types.ts';

export const organizationRepositoryId = 186_853_003;

/** Whether the caller sees the repository: it is public, the caller is an administrator, or the installation token includes it. */
function isVisible({ organization, people }: Repository, who: Identity | undefined): boolean {
	if (!organization?.private) return true;
	if (who === undefined) return false;
	if (who.grants === undefined) return people.permissionOf(who.user) === 'admin';
	return who.reaches?.(organizationRepositoryId) === true;
}

/** Returns `<owner>/.github` as the API shows it. Undefined if it does not exist or the caller may not see it. */
export async function organizationRepository(repository: Repository, who?: Identity): Promise<JsonObject | undefined> {
	const { organization, emulated, owner, name } = repository;
	if (!organization || (who && !isVisible(repository, who))) return undefined;
	const { permissions: _emulators, ...main } = asObject(await emulated.ask({ path: '' }));
	const text = JSON.stringify(main).replaceAll(`${owner}/${name}`, `${owner}/.github`);
	return {
		...asObject(JSON.parse(text)),
		id: organizationRepositoryId,
		node_id: Buffer.from(`R_${organizationRepositoryId}`).toString('base64url'),
		name: '.github',
		full_name: `${owner}/.github`,
		private: organization.private,
		visibility: organization.private ? 'private' : 'public',
		default_branch: 'main',
	};
}

async function get(repository: Repository, call: Call): Promise<Reply> {
	const found = await organizationRepository(repository, call.who ?? undefined);
	if (!found || !isVisible(repository, call.who)) throw notFound();
	return ok(found);
}

const addresses = ({ url, owner }: Repository) => ({
	apiUrl: `${url}/repos/${owner}/.github`,
	htmlUrl: `${url}/${owner}/.github`,
});

const hashOf = (kind: string, text: string): string =>
	createHash('sha1')
		.update(`${kind} ${Buffer.byteLength(text)}\0`)
		.update(text)
		.digest('hex');

/** Returns a file if there is a text, or else a folder. */
function shownEntry(repository: Repository, path: string, text: string | undefined): JsonObject {
	const isFile = text !== undefined;
	const sha = hashOf(isFile ? 'blob' : 'tree', text ?? path);
	const size = isFile ? { size: Buffer.byteLength(text) } : {};
	const entry = { path, mode: isFile ? '100644' : '040000', type: isFile ? 'blob' : 'tree', sha, ...size };
	return entryJson(addresses(repository), { ref: 'main' }, entry);
}

/** Returns the files of a folder without their content, as GitHub lists them. */
function listing(repository: Repository, files: Readonly<Record<string, string>>, path: string): Reply {
	const below = Object.keys(files).filter((one) => one.startsWith(`${path}/`));
	if (below.length === 0) throw notFound();
	const names = new Set(below.map((one) => one.slice(path.length + 1).split('/')[0] ?? ''));
	return ok([...names].map((name) => shownEntry(repository, `${path}/${name}`, files[`${path}/${name}`])));
}

/** Returns the only commit. Its hash follows from the current files. */
function commit(repository: Repository, { who }: Call): JsonObject {
	const { organization, owner } = repository;
	if (!organization || !isVisible(repository, who)) throw notFound();
	const sha = hashOf('commit', JSON.stringify(organization.files));
	const by = { name: owner, email: 'noreply@example.com', date: new Date(0) };
	const tree = hashOf('tree', '');
	const made = { tree, parents: [], author: by, committer: by, message: 'Add files', signed: false };
	return repositoryCommitJson({ ...repository, ...addresses(repository) }, sha, made);
}

function contents(repository: Repository, call: Call): Reply {
	const { organization } = repository;
	const path = call.params['path'] ?? '';
	if (!organization || !isVisible(repository, call.who)) throw notFound();
	if (organization.private && call.who?.grants && call.who.grants.contents === 'none') {
		throw new ApiError(403, 'Resource not accessible by integration');
	}
	const text = organization.files[path];
	if (text === undefined) return listing(repository, organization.files, path);
	const content = Buffer.from(text);
	if (call.accept.includes('raw')) return { status: 200, body: content };
	return ok({ ...shownEntry(repository, path, text), content: wrapped(content), encoding: 'base64' });
}

/** Adds the organization's own repository, read-only. Its rights are separate, so the scopes for the other repository are not checked. */
export function addOrganizationRoutes(repository: Repository): void {
	const base = `/repos/${repository.owner}/.github`;
	repository.router.on('GET', base, 'open', (call) => get(repository, call));
	repository.router.on('GET', `${base}/commits`, 'open', (call) => ok([commit(repository, call)]));
	repository.router.on('GET', `${base}/commits/:ref`, 'open', (call) => ok(commit(repository, call)));
	repository.router.on('GET', `${base}/contents/*path`, 'open', (call) => contents(repository, call));
}
