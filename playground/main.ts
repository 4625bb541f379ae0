import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPlayground } from './open-playground.ts';
import { repositoryFiles } from './stories/repository.ts';
import { stories } from './stories/stories.ts';

/** The command line options, for `parseArgs`. */
export const playOptions = { port: { type: 'string' }, 'no-open': { type: 'boolean' } } as const;

export interface PlayValues {
	readonly port?: string | undefined;
	readonly 'no-open'?: boolean | undefined;
}

const root = join(import.meta.dirname, '..');
/** In the package, the modules are built. */
const preload = import.meta.filename.endsWith('.ts')
	? join(import.meta.dirname, 'world', 'clock-preload.ts')
	: join(import.meta.dirname, 'play', 'clock-preload.js');

/** Opens the playground and keeps it open until Ctrl-C. Returns the exit code. */
export async function play({ port, 'no-open': staysClosed }: PlayValues): Promise<number> {
	if (port !== undefined && !isPort(port)) {
		console.error(`--port needs a number from 1 to 65535, not "${port}".`);
		return 2;
	}
	const stopped = stopSignal();
	console.log('Starting the local GitHub, the bot and a repository …');
	try {
		await using playground = await openPlayground({
			...{ root, preload, port: port === undefined ? undefined : Number(port), env: process.env },
			page: join(root, 'dist', 'playground'),
			stories: { all: stories, scripts: join(root, 'playground', 'stories', 'scripts'), files: repositoryFiles },
		});
		if (playground.moved) console.log('The usual port 4747 is taken, so another one is used.');
		console.log(`\nThe playground is open:\n\n  ${playground.address}\n\nCtrl-C ends it and deletes everything.`);
		if (staysClosed !== true) openBrowser(playground.address, playground.folder);
		await stopped;
		console.log('\nEnding …');
		return 0;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		console.error(`Port ${port} is taken. Choose another one: --port 8080`);
		return 1;
	}
}

function isPort(text: string): boolean {
	return /^[1-9]\d{0,4}$/.test(text) && Number(text) < 65_536;
}

/**
 * Returns a promise that resolves at the first signal. Further signals change nothing, because the shutdown takes a few seconds and must be
 * complete.
 */
function stopSignal(): Promise<void> {
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
	});
}

/**
 * Opens the page through a file that only this user can read. Threat: other users of this machine see the arguments of programs, which
 * would contain the token. A failure needs no message, because the terminal shows the address anyway.
 */
function openBrowser(address: string, folder: string): void {
	const file = join(folder, 'open.html');
	writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0; url=${address}">`, { mode: 0o600 });
	const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
	const child = spawn(program, [file], { stdio: 'ignore', detached: true });
	child.on('error', () => undefined);
	child.unref();
}

// Only `countersign play` starts the built program.
if (import.meta.main) process.exitCode = await play(parseArgs({ options: playOptions }).values);
