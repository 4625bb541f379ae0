import { GitError, isSha, type Ref } from './git-database.ts';
import { asText, type Call, created, noContent, notFound, ok, type Reply, unprocessable } from './http.ts';
import { type Repository, read, route, write } from './repository.ts';
import { obeyRules } from './rules.ts';
import type { JsonObject } from './types.ts';
import { guardWorkflows } from './workflow-guard.ts';

const missing = () => unprocessable('Reference does not exist');

function refJson(repository: Repository, ref: Ref): JsonObject {
	return {
		ref: ref.name,
		node_id: Buffer.from(`REF_${ref.name}`).toString('base64url'),
		url: `${repository.apiUrl}/git/${ref.name}`,
		object: { sha: ref.sha, type: ref.type, url: `${repository.apiUrl}/git/${ref.type}s/${ref.sha}` },
	};
}

const isCustom = (name: string) => !/^refs\/(heads|tags|pull)\//.test(name);
export const isHiddenRef = ({ switches }: Repository, name: string) => switches.refuseCustomRefs && isCustom(name);

async function getRef(repository: Repository, call: Call): Promise<Reply> {
	const name = `refs/${call.params['ref']}`;
	const ref = isHiddenRef(repository, name) ? undefined : await repository.git.ref(name);
	if (!ref) throw notFound();
	return ok(refJson(repository, ref));
}

async function matchingRefs(repository: Repository, call: Call): Promise<Reply> {
	const prefix = `refs/${call.params['prefix']}`;
	const refs = (await repository.git.refs()).filter(
		({ name }) => name.startsWith(prefix) && !isHiddenRef(repository, name),
	);
	// GitHub ignores `page` and `per_page` here, and always returns everything.
	return ok(refs.map((ref) => refJson(repository, ref)));
}

async function wanted({ git }: Repository, call: Call): Promise<{ sha: string; type: string }> {
	const sha = asText(call.body['sha']) ?? '';
	if (!isSha(sha)) throw unprocessable('The sha parameter must be exactly 40 characters and contain only [0-9a-f].');
	const type = (await git.types([sha])).get(sha);
	if (type === undefined) throw unprocessable('Object does not exist');
	return { sha, type };
}

async function createRef(repository: Repository, call: Call): Promise<Reply> {
	const name = asText(call.body['ref']) ?? '';
	if (!/^refs\/[^/]+\/./.test(name)) {
		throw unprocessable('Reference name must contain at least three slash-separated components.');
	}
	const { sha, type } = await wanted(repository, call);
	if (isHiddenRef(repository, name)) throw unprocessable('Reference namespace is not allowed');
	await guardWorkflows(repository, call, sha);
	if (await repository.git.ref(name)) throw unprocessable('Reference already exists');
	await obeyRules(repository, { ref: name, sha, isNew: true });
	if (!(await changing(() => repository.git.createRef(name, sha)))) throw unprocessable('Reference already exists');
	return created(refJson(repository, { name, sha, type }));
}

async function updateRef(repository: Repository, call: Call): Promise<Reply> {
	const name = `refs/${call.params['ref']}`;
	const { sha, type } = await wanted(repository, call);
	if (isHiddenRef(repository, name)) throw missing();
	if (repository.switches.keptBranches.includes(name.slice('refs/heads/'.length)))
		throw unprocessable('Repository rule violations found\n\nChanges must be made through a pull request.\n\n');
	await guardWorkflows(repository, call, sha);
	await obeyRules(repository, { ref: name, sha, isNew: false });
	const result = await changing(() => repository.git.moveRef(name, sha, call.body['force'] === true));
	if (result === 'missing') throw missing();
	if (result === 'not-fast-forward') throw unprocessable('Update is not a fast forward');
	return ok(refJson(repository, { name, sha, type }));
}

async function deleteRef(repository: Repository, call: Call): Promise<Reply> {
	const name = `refs/${call.params['ref']}`;
	if (isHiddenRef(repository, name) || !(await repository.git.deleteRef(name))) throw missing();
	return noContent();
}

async function changing<T>(change: () => Promise<T>): Promise<T> {
	try {
		return await change();
	} catch (error) {
		if (error instanceof GitError) throw unprocessable('Reference update failed');
		throw error;
	}
}

export function addRefRoutes(repository: Repository): void {
	const changesRefs = write('contents', 'write');
	route(repository, 'GET /git/ref/*ref', read('contents'), (call) => getRef(repository, call));
	route(repository, 'GET /git/matching-refs/*prefix', read('contents'), (call) => matchingRefs(repository, call));
	route(repository, 'POST /git/refs', changesRefs, (call) => createRef(repository, call));
	route(repository, 'PATCH /git/refs/*ref', changesRefs, (call) => updateRef(repository, call));
	route(repository, 'DELETE /git/refs/*ref', changesRefs, (call) => deleteRef(repository, call));
}
