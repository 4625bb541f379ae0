import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A delete that bash really started: a program, where, and what it was given. */
export interface Started {
	readonly program: string;
	readonly cwd: string;
	readonly args: readonly string[];
}

export const root = '/checkouts/repo';
export const home = '/home/runner';

/** The tree in which scripts run; nobody can write to it. */
const treeFiles = [
	'a',
	'b',
	'x y',
	'log',
	'b.txt',
	'a.b.c',
	'A1',
	'src/a.ts',
	'src/b.txt',
	'src/lib/c.ts',
	'docs/d.md',
	'dist/e.js',
];
const treeDirectories = new Set([root, home, '/tmp', '/', '/usr', '/home', '/checkouts']);
for (const file of treeFiles)
	for (let dir = dirname(file); dir !== '.'; dir = dirname(dir)) treeDirectories.add(`${root}/${dir}`);

/** Whether the tree has that directory. */
export const isDirectory = (path: string): boolean => treeDirectories.has(path);

/** Programs that only note what they were asked to delete. */
const stubs = ['rm', 'unlink', 'rmdir', 'shred'];

const stub = `#!/bin/sh
cd -P . 2>/dev/null
printf '%s\\0' "\${0##*/}" "$PWD" "$#" "$@" >> /log/all
`;

/**
 * Runs each script by itself, and ends everything else in the sandbox: what `timeout` starts is in a group of its own, and would go on beside
 * the next script. A loop ends by its time of the processor: on a busy machine a clock would end scripts before they delete anything.
 */
const runner = `set -m
i=0
while [ -f /scripts/$i ]; do
	IFS= read -r -d '' text < /scripts/$i
	printf '%s\\0' = $i 0 >> /log/all
	cd ${root}
	(ulimit -t 1; exec timeout -s KILL 8 bash -c "$text") < /dev/null > /dev/null 2>&1 &
	wait $!
	kill -KILL -1
	i=$((i+1))
done 2>/dev/null
`;

/** What each of the scripts really starts. */
export async function runInBash(scripts: readonly string[]): Promise<readonly (readonly Started[])[]> {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-differential-'));
	try {
		for (const dir of ['scripts', 'log', 'tree']) mkdirSync(join(folder, dir));
		for (const [file, text] of Object.entries({ stub, runner }))
			writeFileSync(join(folder, file), text, { mode: 0o755 });
		for (const file of treeFiles) {
			mkdirSync(dirname(join(folder, 'tree', file)), { recursive: true });
			writeFileSync(join(folder, 'tree', file), `${file}\n`);
		}
		scripts.forEach((text, i) => {
			writeFileSync(join(folder, 'scripts', String(i)), text);
		});
		writeFileSync(join(folder, 'log', 'all'), '');
		await start('bwrap', bubblewrap(folder));
		return readLog(readFileSync(join(folder, 'log', 'all'), 'utf8'), scripts.length);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function bubblewrap(folder: string): readonly string[] {
	const links = ['bin', 'sbin', 'lib', 'lib64'].filter((name) => existsSync(`/${name}`));
	const programs = stubs.map((name) => `/usr/bin/${name}`).filter(existsSync);
	return [
		...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv'],
		...['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'HOME', home, '--setenv', 'LANG', 'C.UTF-8'],
		...['--ro-bind', '/usr', '/usr', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--dir', home],
		...links.flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
		...programs.flatMap((path) => ['--ro-bind', join(folder, 'stub'), path]),
		...['--ro-bind', join(folder, 'tree'), root, '--bind', join(folder, 'log'), '/log'],
		...['--ro-bind', join(folder, 'scripts'), '/scripts', '--chdir', root],
		...['bash', '-c', runner],
	];
}

function start(program: string, args: readonly string[]): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
		let errors = '';
		child.stderr.on('data', (chunk: Buffer) => {
			errors += chunk.toString();
		});
		child.on('error', reject);
		child.on('close', (code) => (code === 0 || errors === '' ? resolve() : reject(new Error(errors.slice(0, 2000)))));
	});
}

function readLog(log: string, count: number): readonly (readonly Started[])[] {
	const found: Started[][] = Array.from({ length: count }, () => []);
	const fields = log.split('\0');
	let current: Started[] = [];
	for (let i = 0; i + 2 < fields.length; ) {
		const [program = '', cwd = '', number = ''] = fields.slice(i, i + 3);
		const args = fields.slice(i + 3, i + 3 + Number(number));
		if (program === '=') current = found[Number(cwd)] ?? [];
		else current.push({ program, cwd, args });
		i += 3 + Number(number);
	}
	return found;
}
