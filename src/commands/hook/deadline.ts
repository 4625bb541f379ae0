import { writeSync } from 'node:fs';
import { Script } from 'node:vm';

/**
 * Ends the process with exit code 2 when its time is over. An ordinary exit would wait for a read from a pipe that nobody closes. So the
 * process is replaced by a shell that exits at once.
 */
export function endAfter(milliseconds: number, words: string): NodeJS.Timeout {
	return setTimeout(() => {
		writeSync(2, `${words}\n`);
		try {
			process.execve?.('/bin/sh', ['sh', '-c', 'exit 2'], {});
		} finally {
			// The process that started the guard turns this signal into exit code 2.
			process.kill(process.pid, 'SIGKILL');
		}
	}, milliseconds).unref();
}

const slot = Symbol.for('countersign.deadline');

/**
 * Returns the result of a synchronous function, and interrupts it when its time is over. @throws what the function throws, or an error
 * about the time.
 */
export function withinTime<T>(milliseconds: number, act: () => T): T {
	const script = new Script(`globalThis[Symbol.for(${JSON.stringify(slot.description)})]()`);
	Object.defineProperty(globalThis, slot, { value: act, configurable: true });
	try {
		return script.runInThisContext({ timeout: Math.max(1, Math.ceil(milliseconds)) });
	} finally {
		Reflect.deleteProperty(globalThis, slot);
	}
}
