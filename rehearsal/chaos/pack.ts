import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Packs the refs and objects of a repository. Each push reads all refs and their commits, and thousands of separate files would make every
 * job slow. The loose objects stay, because other processes read them meanwhile.
 */
export async function pack(repository: string): Promise<void> {
	// A push that deletes refs holds the same lock, for longer than a second if the machine is busy.
	const patience = ['-c', 'core.packedRefsTimeout=60000'];
	const git = (...args: string[]) => run('git', ['--git-dir', repository, ...patience, ...args]);
	await git('pack-refs', '--all');
	await git('repack', '-q');
	await git('commit-graph', 'write', '--reachable');
}
