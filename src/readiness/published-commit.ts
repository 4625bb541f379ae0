import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../sandbox/index.ts';
import { findCheckout } from './checkout.ts';

/**
 * What a workflow elsewhere can name to run this very program: the commit of GitHub's that it was checked out from. Undefined where it is no
 * checkout from there, or stands at a commit that was never pushed.
 */
export async function publishedCommit(packageRoot: string, host: string): Promise<string | undefined> {
	const root = realpathSync(packageRoot);
	if (!existsSync(join(root, '.git')) || !existsSync(join(root, 'action.yml'))) return undefined;
	const { remote } = findCheckout(root);
	if (remote === undefined || remote.host !== host) return undefined;
	const head = await answerOf(['rev-parse', '--verify', 'HEAD'], root);
	if (head === undefined || !/^[0-9a-f]{40}$/.test(head)) return undefined;
	const pushed = await answerOf(['for-each-ref', '--count=1', `--contains=${head}`, 'refs/remotes/origin'], root);
	return pushed ? `${remote.owner}/${remote.name}@${head}` : undefined;
}

async function answerOf(args: readonly string[], cwd: string): Promise<string | undefined> {
	const answer = await git(args, { cwd, wallSeconds: 10 });
	return answer.ok ? answer.stdout.toString().trim() : undefined;
}
