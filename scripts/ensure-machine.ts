import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that a bare Debian or Ubuntu lacks, and the package that has it. */
interface Need {
	readonly program: string;
	readonly packageName: string;
}

const sandbox: Need = { program: 'bwrap', packageName: 'bubblewrap' };
/** Only the tests need it: file_search uses it where it is there, and `git grep` where it is not; both are tested. */
const search: Need = { program: 'rg', packageName: 'ripgrep' };
/** Only the tests need it: its package holds a server, too, and starts none. */
const redis: Need = { program: 'redis-cli', packageName: 'redis-tools' };
/** Completion is tested in each shell that it is for. */
const shells: readonly Need[] = [
	{ program: 'zsh', packageName: 'zsh' },
	{ program: 'fish', packageName: 'fish' },
];
/** Only `npm run test:browser` needs it. */
const browser: Need = { program: 'chromium', packageName: 'chromium' };

/** Installs what is missing, saying so; where that is not allowed, names the line to run. */
export function ensureMachine(needed: readonly Need[] = [sandbox]): void {
	const missing = needed.filter(({ program }) => !isThere(program)).map(({ packageName }) => packageName);
	if (missing.length === 0) return;
	const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
	const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
	console.log(`This machine lacks ${missing.join(', ')}: running ${[...asRoot, ...install].join(' ')}`);
	const update = run([...asRoot, 'apt-get', 'update', '-q']);
	if (update && run([...asRoot, ...install]) && needed.every(({ program }) => isThere(program))) return;
	console.error(
		`\n${missing.join(', ')} could not be installed from here. Run this, then again:\n\n  sudo ${install.join(' ')}\n`,
	);
	process.exit(1);
}

function run([command = '', ...args]: readonly string[]): boolean {
	const { status } = spawnSync(command, args, {
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	});
	return status === 0;
}

function isThere(program: string): boolean {
	return (process.env['PATH'] ?? '').split(delimiter).some((folder) => canExecute(join(folder, program)));
}

function canExecute(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

if (import.meta.main)
	ensureMachine(process.argv.includes('--browser') ? [browser] : [sandbox, search, redis, ...shells]);
