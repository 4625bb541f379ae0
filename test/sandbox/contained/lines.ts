import { readFileSync } from 'node:fs';
import { openProcessCage } from '../../../src/sandbox/process-cage.ts';
import type { Stage } from './stage.ts';

/** The alarm that a line sets off outside the sandbox. */
export type Alarm = 'tripwire' | 'canary' | 'secret' | 'process' | 'git';

/** A command that must do no harm, whatever the gate says about it. */
export interface HostileLine {
	readonly command: string;
	readonly kind: string;
	readonly source: string;
	/** Set if the line is harmless enough to run outside the sandbox, where it sets off this alarm. */
	readonly control?: Alarm;
	/** Files that the line leaves in the checkout, and whose delivery needs approval. */
	readonly plants?: readonly string[];
	/** True if the sandbox then refuses to run any command in the checkout. */
	readonly closes?: boolean;
}

interface LabelledLine {
	readonly command: string;
	readonly class: string;
	readonly verdict: 'allow' | 'confirm' | 'block';
}

const fixture = (name: string): string => new URL(`../../fixtures/${name}`, import.meta.url).pathname;

function readLines<T>(name: string): readonly T[] {
	const lines = readFileSync(fixture(name), 'utf8').trimEnd().split('\n');
	return lines.map((line) => JSON.parse(line) as T);
}

/** The lines that were written against the sandbox. */
export function ownLines(): readonly HostileLine[] {
	return readLines<HostileLine>('contained-hostile.jsonl');
}

/** The risky and the catastrophic lines that the gate is measured with. */
export function labelledLines(): readonly HostileLine[] {
	return readLines<LabelledLine>('commands.jsonl')
		.filter(({ verdict }) => verdict !== 'allow')
		.map((line) => ({ command: line.command, kind: line.class, source: `commands.jsonl: ${line.verdict}` }));
}

/**
 * Tells whether a line multiplies its own processes without end. The kernel does not limit the processes of root, so without a control
 * group such a line would block the machine.
 */
export function isForkBomb({ command, kind }: HostileLine): boolean {
	return kind === 'fork-bomb' || /fork while|while (True|1|:)[^;]*fork|\(\)\s*\{[^}]*&/.test(command);
}

/** Returns the lines that the user of the tests can run in parallel. */
export function runnableLines(lines: readonly HostileLine[]): readonly HostileLine[] {
	const cage = openProcessCage(16);
	cage?.close();
	return process.getuid?.() === 0 && cage === undefined ? lines.filter((line) => !isForkBomb(line)) : lines;
}

/** Replaces names like `@PORT@` in a line with the values of the stage. */
export function writtenOut(command: string, stage: Stage, checkout: string): string {
	const { tripwire, home, sibling, temp } = stage;
	const meant: Readonly<Record<string, string | number>> = {
		...{ PORT: tripwire.port, ADDRESS: tripwire.address, ABSTRACT: tripwire.abstract },
		...{ NAMED: `${sibling}/tripwire.sock`, HOME: home, SIBLING: sibling, TEMP: temp, CHECKOUT: checkout },
		...{ PARENT: process.pid, NEIGHBOUR: stage.neighbour.pid ?? 0 },
	};
	return command.replaceAll(/@([A-Z]+)@/g, (whole, name: string) => String(meant[name] ?? whole));
}
