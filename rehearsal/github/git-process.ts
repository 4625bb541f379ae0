import { spawn } from 'node:child_process';

/** A call of git, as its numbered order. */
export interface GitOrder {
	readonly id: number;
	readonly args: readonly string[];
	readonly input: string | Buffer;
}

/** What came of it. A git that could not be started says why in `failure`. */
export interface GitReport {
	readonly id: number;
	readonly code: number;
	readonly out: Buffer;
	readonly err: string;
	readonly failure?: string;
	/** A signal ended it, so that its code and its output say nothing. */
	readonly isKilled?: boolean;
}

// A process of its own, and a small one: each start of a program copies the memory tables of who starts it.
process.on('message', ({ id, args, input }: GitOrder) => {
	const out: Buffer[] = [];
	const err: Buffer[] = [];
	const report = (code: number, trouble: Pick<GitReport, 'failure' | 'isKilled'> = {}): void => {
		process.send?.({ id, code, out: Buffer.concat(out), err: Buffer.concat(err).toString(), ...trouble });
	};
	const child = spawn('git', args);
	child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
	child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
	child.stdin.on('error', () => undefined); // git may exit before it has read everything
	child.on('error', (error) => report(1, { failure: error.message }));
	child.on('close', (code) => (code === null ? report(1, { isKilled: true }) : report(code)));
	child.stdin.end(input);
});
process.on('disconnect', () => process.exit());
