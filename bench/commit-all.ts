import { execFileSync } from 'node:child_process';

/** Makes a repository of a folder, with one commit of everything in it; the commit's name. */
export function commitAll(root: string): string {
	const git = (...args: readonly string[]): string =>
		execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], {
			cwd: root,
			encoding: 'utf8',
		});
	git('init', '-q');
	// Git packs a large repository in the background; that would move files, and take time, while they are measured.
	git('config', 'gc.auto', '0');
	git('config', 'maintenance.auto', 'false');
	git('add', '-A');
	git('commit', '-q', '-m', 'one');
	return git('rev-parse', 'HEAD').trim();
}
