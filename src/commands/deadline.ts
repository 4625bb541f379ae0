import { writeSync } from 'node:fs';
import { Script } from 'node:vm';

/**
 * Ends the process with exit code 2 when it has not answered in time. A read from a pipe that nobody closes cannot be given up, and would
 * keep an ordinary exit waiting; becoming another program does not wait for it.
 */
export function endAfter(milliseconds: number, words: string): NodeJS.Timeout {
	return setTimeout(() => {
		writeSync(2, `${words}\n`);
		try {
			process.execve?.('/bin/sh', ['sh', '-c', 'exit 2'], {});
		} finally {
			// Whoever started the guard makes a 2 of this.
			process.kill(process.pid, 'SIGKILL');
		}
	}, milliseconds).unref();
}

const slot = Symbol.for('countersign.deadline');

/** What a synchronous act returns; it is broken off when its time is over, however busy it is. @throws what the act throws, or that it took too long. */
export function withinTime<T>(milliseconds: number, act: () => T): T {
	const script = new Script(`globalThis[Symbol.for(${JSON.stringify(slot.description)})]()`);
	Object.defineProperty(globalThis, slot, { value: act, configurable: true });
	try {
		return script.runInThisContext({ timeout: Math.max(1, Math.ceil(milliseconds)) });
	} finally {
		Reflect.deleteProperty(globalThis, slot);
	}
}
