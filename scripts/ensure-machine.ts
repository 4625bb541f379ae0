import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program, or a character of a font, that a bare Debian or Ubuntu does not have, and the package that contains it. */
type Need = { readonly packageName: string } & ({ readonly program: string } | { readonly character: string });

const sandbox: Need = { program: 'bwrap', packageName: 'bubblewrap' };
/** Only the tests need ripgrep. file_search uses it if it exists, and otherwise `git grep`, and both are tested. */
const search: Need = { program: 'rg', packageName: 'ripgrep' };
/** Only the tests need it. Its package also contains a server, but does not start it. */
const redis: Need = { program: 'redis-cli', packageName: 'redis-tools' };
/** Completion is tested in each supported shell. */
const shells: readonly Need[] = [
	{ program: 'zsh', packageName: 'zsh' },
	{ program: 'fish', packageName: 'fish' },
];
/** The needs of tests and pictures in a browser. Without a font for emoji, ✍️ and 👀 are empty boxes. */
export const browserNeeds: readonly Need[] = [
	{ program: 'chromium', packageName: 'chromium' },
	{ program: 'fc-list', packageName: 'fontconfig' },
	{ character: '👀', packageName: 'fonts-noto-color-emoji' },
];

/** Installs missing packages and prints a message. If that is not allowed, it prints the command to run. */
export function ensureMachine(needed: readonly Need[] = [sandbox]): void {
	const missing = needed.filter((need) => !isThere(need)).map(({ packageName }) => packageName);
	if (missing.length === 0) return;
	const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
	const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
	console.log(`This machine lacks ${missing.join(', ')}: running ${[...asRoot, ...install].join(' ')}`);
	const update = run([...asRoot, 'apt-get', 'update', '-q']);
	if (update && run([...asRoot, ...install]) && needed.every(isThere)) return;
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

function isThere(need: Need): boolean {
	return 'program' in need ? hasProgram(need.program) : hasCharacter(need.character);
}

function hasProgram(program: string): boolean {
	return (process.env['PATH'] ?? '').split(delimiter).some((folder) => canExecute(join(folder, program)));
}

function hasCharacter(character: string): boolean {
	const { stdout } = spawnSync('fc-list', [`:charset=${character.codePointAt(0)?.toString(16)}`], { encoding: 'utf8' });
	return (stdout ?? '').trim() !== '';
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
	ensureMachine(process.argv.includes('--browser') ? browserNeeds : [sandbox, search, redis, ...shells]);
