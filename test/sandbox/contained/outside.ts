import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { changedCanaries, fingerprintOf, watchCanaries } from './canaries.ts';
import { type Alarm, type HostileLine, writtenOut } from './lines.ts';
import { findSecrets } from './secrets.ts';
import { removeAll, type Stage } from './stage.ts';
import { processesAround } from './survivors.ts';

const mostMs = 6_000;
const gitVariables = {
	...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
	...{ GIT_AUTHOR_NAME: 'Test', GIT_AUTHOR_EMAIL: 'test@example.com' },
	...{ GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@example.com' },
};

/** Runs a line without a sandbox, as a step of the job would; returns the alarms that rang. */
export async function runOutside(line: HostileLine, stage: Stage): Promise<readonly Alarm[]> {
	const checkout = stage.freshCheckout();
	const watched = [stage.home, stage.sibling, stage.temp];
	const before = watchCanaries(watched);
	stage.tripwire.takeRings();
	try {
		const text = await outputOf(writtenOut(line.command, stage, checkout), checkout, stage);
		const survivors = await survivorsOf(stage, line);
		for (const { pid } of survivors) killQuietly(pid);
		return [
			...((await hasRung(stage, line)) ? (['tripwire'] as const) : []),
			...(changedCanaries(before, watchCanaries(watched)).length > 0 ? (['canary'] as const) : []),
			...(findSecrets(stage.secrets, [text]).length > 0 ? (['secret'] as const) : []),
			...(survivors.length > 0 ? (['process'] as const) : []),
			...(fingerprintOf(join(checkout, '.git')) === stage.gitFingerprint ? [] : (['git'] as const)),
		];
	} finally {
		removeAll(dirname(checkout));
	}
}

function outputOf(script: string, cwd: string, { home, jobEnvironment }: Stage): Promise<string> {
	const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
	const child = spawn('/bin/bash', ['-c', script], {
		...{ cwd, timeout: mostMs, killSignal: 'SIGKILL', stdio: ['ignore', 'pipe', 'ignore'] },
		env: { ...jobEnvironment, ...gitVariables, PATH, HOME: home },
	});
	let text = '';
	child.stdout?.on('data', (chunk: Buffer) => {
		text += chunk.toString('latin1');
	});
	return new Promise((resolve, reject) => {
		child.once('error', reject).once('close', () => resolve(text));
		// Background processes may keep the output open.
		child.once('exit', () => setTimeout(() => resolve(text), 300));
	});
}

/** Looks several times, because a process that forks and ends may be missed by a single look. */
async function survivorsOf({ dir }: Stage, { control }: HostileLine): Promise<ReturnType<typeof processesAround>> {
	for (let tries = 0; tries < 40; tries++) {
		const found = processesAround(dir);
		if (found.length > 0 || control !== 'process') return found;
		await wait(25);
	}
	return [];
}

/** Waits, because the data may still be on its way. */
async function hasRung({ tripwire }: Stage, { control }: HostileLine): Promise<boolean> {
	for (let tries = 0; tries < 40; tries++) {
		if (tripwire.takeRings().length > 0) return true;
		if (control !== 'tripwire') return false;
		await wait(25);
	}
	return false;
}

function killQuietly(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}
