import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPlayground } from './open-playground.ts';
import { repositoryFiles } from './stories/repository.ts';
import { stories } from './stories/stories.ts';

const usage = `countersign play                  opens the playground in your browser
countersign play --port 8080      at this port
countersign play --no-open        only prints the address`;

const root = join(import.meta.dirname, '..');
/** In the package, the modules are built. */
const preload = import.meta.filename.endsWith('.ts')
	? join(import.meta.dirname, 'world', 'clock-preload.ts')
	: join(import.meta.dirname, 'play', 'clock-preload.js');

/** Opens the playground and keeps it open until Ctrl-C. Returns the exit code. */
export async function play(args: readonly string[]): Promise<number> {
	const { values } = parseArgs({
		args: [...args],
		options: { port: { type: 'string' }, 'no-open': { type: 'boolean' }, help: { type: 'boolean' } },
	});
	if (values.help === true) {
		console.log(usage);
		return 0;
	}
	const port = portOf(values.port);
	if (port === 'wrong') {
		console.error(`--port needs a number from 1 to 65535, not "${values.port}".\n\n${usage}`);
		return 2;
	}
	return keepOpen({ port, opensBrowser: values['no-open'] !== true });
}

function portOf(text: string | undefined): number | undefined | 'wrong' {
	if (text === undefined) return undefined;
	const port = Number(text);
	return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 'wrong';
}

async function keepOpen({ port, opensBrowser }: { port: number | undefined; opensBrowser: boolean }): Promise<number> {
	const stopped = new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
	});
	console.log('Starting the local GitHub, the bot and a repository …');
	try {
		await using playground = await openPlayground({
			...{ root, preload, port, env: process.env },
			page: join(root, 'dist', 'playground'),
			stories: { all: stories, scripts: join(root, 'playground', 'stories', 'scripts'), files: repositoryFiles },
		});
		if (playground.moved) console.log('The usual port 4747 is taken, so another one is used.');
		console.log(`\nThe playground is open:\n\n  ${playground.address}\n\nCtrl-C ends it and deletes everything.`);
		if (opensBrowser) openBrowser(playground.address);
		await stopped;
		console.log('\nEnding …');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		console.error(`Port ${port} is taken. Choose another one: --port 8080`);
		return 1;
	}
	return 0;
}

/** The terminal shows the address anyway, so a machine without a browser needs no message. */
function openBrowser(address: string): void {
	const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
	const child = spawn(program, [address], { stdio: 'ignore', detached: true });
	child.on('error', () => undefined);
	child.unref();
}

if (import.meta.main) process.exitCode = await play(process.argv.slice(2));
