import { execFileSync } from 'node:child_process';

/** Makes a folder a repository with one commit of everything in it. Returns the commit's hash. */
export function commitAll(root: string): string {
	const git = (...args: readonly string[]): string =>
		execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], {
			cwd: root,
			encoding: 'utf8',
		});
	git('init', '-q');
	// Git packs a large repository in the background. This would move files and take time during the measurement.
	git('config', 'gc.auto', '0');
	git('config', 'maintenance.auto', 'false');
	git('add', '-A');
	git('commit', '-q', '-m', 'one');
	return git('rev-parse', 'HEAD').trim();
}
