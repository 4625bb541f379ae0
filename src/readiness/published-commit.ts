import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { git } from '../sandbox/index.ts';
import { findCheckout } from './checkout.ts';
import { remoteOf } from './remote.ts';

/**
 * The commit on GitHub from which this program was checked out or packed. A workflow elsewhere can name it to run this program. Undefined
 * if the program is neither a checkout from GitHub nor a released package, or if the commit of the checkout was never pushed.
 */
export async function publishedCommit(packageRoot: string, host: string): Promise<string | undefined> {
	const root = realpathSync(packageRoot);
	if (!existsSync(join(root, 'action.yml'))) return undefined;
	if (!existsSync(join(root, '.git'))) return packedCommit(root, host);
	const { remote } = findCheckout(root);
	if (remote === undefined || remote.host !== host) return undefined;
	const head = await answerOf(['rev-parse', '--verify', 'HEAD'], root);
	if (head === undefined || !/^[0-9a-f]{40}$/.test(head)) return undefined;
	const pushed = await answerOf(['for-each-ref', '--count=1', `--contains=${head}`, 'refs/remotes/origin'], root);
	return pushed ? `${remote.owner}/${remote.name}@${head}` : undefined;
}

/** What a release adds to package.json, and where it comes from. */
const packedManifest = z.object({
	repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]),
	gitHead: z.string().regex(/^[0-9a-f]{40}$/),
});

function packedCommit(root: string, host: string): string | undefined {
	const { data } = packedManifest.safeParse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
	const remote = remoteOf(data?.repository.replace(/^git\+/, '') ?? '');
	if (data === undefined || remote === undefined || remote.host !== host) return undefined;
	return `${remote.owner}/${remote.name}@${data.gitHead}`;
}

async function answerOf(args: readonly string[], cwd: string): Promise<string | undefined> {
	const answer = await git(args, { cwd, wallSeconds: 10 });
	return answer.ok ? answer.stdout.toString().trim() : undefined;
}
