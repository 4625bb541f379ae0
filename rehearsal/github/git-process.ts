import { spawn } from 'node:child_process';

/** A numbered order to run git. */
export interface GitOrder {
	readonly id: number;
	readonly args: readonly string[];
	readonly input: string | Buffer;
}

/** The result. If git could not be started, `failure` says why. */
export interface GitReport {
	readonly id: number;
	readonly code: number;
	readonly out: Buffer;
	readonly err: string;
	readonly failure?: string;
	/** True if a signal ended it. Then its exit code and its output have no meaning. */
	readonly isKilled?: boolean;
}

// Git is started from this small process, because each start of a program copies the memory tables of its parent.
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
