import { ApiError, type Call, type Reply } from './http.ts';
import { isHiddenRef } from './refs-routes.ts';
import { type Repository, write } from './repository.ts';

/** `git push` over HTTP, answered by git itself. */
async function receivePack(repository: Repository, { raw, who }: Call): Promise<Reply> {
	if (!repository.switches.takesPushes) throw new ApiError(403, 'Pushes are not taken here');
	if (!who) throw new ApiError(401, 'Authentication required');
	const headers = { 'content-type': 'application/x-git-receive-pack-result', 'cache-control': 'no-cache' };
	const [, ref = ''] = /^[0-9a-f]{4}[0-9a-f]{40} [0-9a-f]{40} ([^\0\n]+)/.exec(raw.toString('latin1')) ?? [];
	if (isHiddenRef(repository, ref)) return { status: 200, headers, body: reportOf(['unpack ok', `ng ${ref} hidden`]) };
	const body = await repository.git.must(['receive-pack', '--stateless-rpc', repository.git.dir], raw);
	return { status: 200, headers, body };
}

function reportOf(lines: string[]): Buffer {
	const framed = lines.map((line) => `${(line.length + 5).toString(16).padStart(4, '0')}${line}\n`);
	return Buffer.from(`${framed.join('')}0000`);
}

export function addGitRoutes(repository: Repository): void {
	const path = `/${repository.owner}/${repository.name}.git/git-receive-pack`;
	repository.router.on('POST', path, write('contents', 'write'), (call) => receivePack(repository, call));
}
