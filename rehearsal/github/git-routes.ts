import { ApiError, type Call, type Reply } from './http.ts';
import type { Need } from './identity.ts';
import { isHiddenRef } from './refs-routes.ts';
import { type Repository, read, write } from './repository.ts';
import { type RefChange, violations } from './rules.ts';
import type { Identity } from './types.ts';
import { isOfNoBranch } from './workflow-guard.ts';

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
	const refused = await refusedPush(repository, raw, who);
	if (refused !== undefined) return { status: 200, headers, body: refused };
	const body = await repository.git.must(['receive-pack', '--stateless-rpc', repository.git.dir], raw);
	return { status: 200, headers, body };
}

/**
 * Returns the refusal of a push, or undefined. If a rule refuses one ref, all refs are refused with `push declined due to repository rule
 * violations`. GitHub sends GH013 as progress, which we do not request (DefangLabs/defang#2280, yshavit/mdq#255,
 * palxiao/poster-design#140). Workflow files have another message.
 */
async function refusedPush(repository: Repository, raw: Buffer, who: Identity): Promise<Buffer | undefined> {
	const { git, switches } = repository;
	if (!switches.protectsPushes && !switches.guardsWorkflows && switches.rules.length === 0) return undefined;
	const pack = raw.indexOf('PACK');
	if (pack !== -1) await git.must(['unpack-objects', '-q'], raw.subarray(pack));
	const changes = commandsIn(raw);
	const why = await whyRefused(repository, changes, who);
	return why === undefined ? undefined : reportOf(['unpack ok', ...changes.map(({ ref }) => `ng ${ref} ${why}`)]);
}

async function whyRefused(
	repository: Repository,
	changes: readonly RefChange[],
	who: Identity,
): Promise<string | undefined> {
	for (const change of changes) {
		if (await isOfNoBranch(repository, who, change.sha))
			return 'refusing to allow a GitHub App to create or update workflow without `workflows` permission';
		if ((await violations(repository, change)).length > 0) return 'push declined due to repository rule violations';
	}
	return undefined;
}

/** Returns the refs that a push creates or moves. A deleted ref breaks no rule here. */
function commandsIn(raw: Buffer): readonly RefChange[] {
	const commands = raw.toString('latin1', 0, Math.max(0, raw.indexOf('PACK')));
	const found = commands.matchAll(/[0-9a-f]{4}([0-9a-f]{40}) ([0-9a-f]{40}) ([^\0\n]+)/g);
	return [...found]
		.map(([, from = '', sha = '', ref = '']) => ({ ref, sha, isNew: /^0+$/.test(from) }))
		.filter(({ sha }) => !/^0+$/.test(sha));
}

/** Answers git's first question: the list of refs. */
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
