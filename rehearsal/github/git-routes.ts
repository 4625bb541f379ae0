import { ApiError, type Call, type Reply } from './http.ts';
import type { Need } from './identity.ts';
import { isHiddenRef } from './refs-routes.ts';
import { type Repository, read, write } from './repository.ts';

const results = (service: string) => ({
	'content-type': `application/x-${service}-result`,
	'cache-control': 'no-cache',
});

/** `git fetch` over HTTP, answered by git itself. */
async function uploadPack({ git, switches }: Repository, { raw }: Call): Promise<Reply> {
	if (!switches.speaksGit) throw new ApiError(403, 'Git is not spoken here');
	const body = await git.must(['upload-pack', '--stateless-rpc', git.dir], raw);
	return { status: 200, headers: results('git-upload-pack'), body };
}

/** `git push` over HTTP, answered by git itself. */
async function receivePack(repository: Repository, { raw, who }: Call): Promise<Reply> {
	if (!repository.switches.speaksGit) throw new ApiError(403, 'Pushes are not taken here');
	if (!who) throw new ApiError(401, 'Authentication required');
	const headers = results('git-receive-pack');
	const [, ref = ''] = /^[0-9a-f]{4}[0-9a-f]{40} [0-9a-f]{40} ([^\0\n]+)/.exec(raw.toString('latin1')) ?? [];
	if (isHiddenRef(repository, ref)) return { status: 200, headers, body: reportOf(['unpack ok', `ng ${ref} hidden`]) };
	const body = await repository.git.must(['receive-pack', '--stateless-rpc', repository.git.dir], raw);
	return { status: 200, headers, body };
}

/** What git asks first: which refs there are. */
async function advertised({ git, switches }: Repository, { query }: Call): Promise<Reply> {
	const service = query.get('service');
	if (!switches.speaksGit || service !== 'git-upload-pack') throw new ApiError(403, 'Git is not spoken here');
	const refs = await git.must(['upload-pack', '--stateless-rpc', '--advertise-refs', git.dir]);
	const head = '001e# service=git-upload-pack\n0000';
	const headers = { 'content-type': `application/x-${service}-advertisement`, 'cache-control': 'no-cache' };
	return { status: 200, headers, body: Buffer.concat([Buffer.from(head), refs]) };
}

function reportOf(lines: string[]): Buffer {
	const framed = lines.map((line) => `${(line.length + 5).toString(16).padStart(4, '0')}${line}\n`);
	return Buffer.from(`${framed.join('')}0000`);
}

export function addGitRoutes(repository: Repository): void {
	const door = `/${repository.owner}/${repository.name}.git`;
	const on = (service: string, need: Need, answer: typeof receivePack) =>
		repository.router.on('POST', `${door}/${service}`, need, (call) => answer(repository, call));
	repository.router.on('GET', `${door}/info/refs`, read('contents'), (call) => advertised(repository, call));
	on('git-receive-pack', write('contents', 'write'), receivePack);
	on('git-upload-pack', read('contents'), uploadPack);
}
