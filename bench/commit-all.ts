import { execFileSync } from 'node:child_process';

/** Makes a repository of a folder, with one commit of everything in it; the commit's name. */
export function commitAll(root: string): string {
	const git = (...args: readonly string[]): string =>
		execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], {
			cwd: root,
			encoding: 'utf8',
		});
	git('init', '-q');
	git('add', '-A');
	git('commit', '-q', '-m', 'one');
	return git('rev-parse', 'HEAD').trim();
}
