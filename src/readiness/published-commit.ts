import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../sandbox/index.ts';
import { findCheckout } from './checkout.ts';

/**
 * The commit on GitHub from which this program was checked out. A workflow elsewhere can name it to run this program. Undefined if the
 * program is not a checkout from GitHub, or if its commit was never pushed.
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
