import { readFileSync } from 'node:fs';
import { openProcessCage } from '../../../src/sandbox/process-cage.ts';
import type { Stage } from './stage.ts';

/** What rings where a line runs outside the sandbox. */
export type Alarm = 'tripwire' | 'canary' | 'secret' | 'process' | 'git';

/** A command that must do no harm, whatever the gate says about it. */
export interface HostileLine {
	readonly command: string;
	readonly kind: string;
	readonly source: string;
	/** The line is harmless enough to be run outside, where this alarm rings. */
	readonly control?: Alarm;
	/** Files that it leaves in the checkout, which no delivery takes without a question. */
	readonly plants?: readonly string[];
	/** It leaves a checkout in which the sandbox refuses to run any command. */
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
 * Whether a line multiplies its own processes without an end. The kernel does not limit the processes of root: without a control group such
 * a line would take the machine from everything else.
 */
export function isForkBomb({ command, kind }: HostileLine): boolean {
	return kind === 'fork-bomb' || /fork while|while (True|1|:)[^;]*fork|\(\)\s*\{[^}]*&/.test(command);
}

/** The lines that the user who runs the tests can run several at a time. */
export function runnableLines(lines: readonly HostileLine[]): readonly HostileLine[] {
	const cage = openProcessCage(16);
	cage?.close();
	return process.getuid?.() === 0 && cage === undefined ? lines.filter((line) => !isForkBomb(line)) : lines;
}

/** Names like `@PORT@`, by which a line means something of the stage. */
export function writtenOut(command: string, stage: Stage, checkout: string): string {
	const { tripwire, home, sibling, temp } = stage;
	const meant: Readonly<Record<string, string | number>> = {
		...{ PORT: tripwire.port, ADDRESS: tripwire.address, ABSTRACT: tripwire.abstract },
		...{ NAMED: `${sibling}/tripwire.sock`, HOME: home, SIBLING: sibling, TEMP: temp, CHECKOUT: checkout },
		...{ PARENT: process.pid, NEIGHBOUR: stage.neighbour.pid ?? 0 },
	};
	return command.replaceAll(/@([A-Z]+)@/g, (whole, name: string) => String(meant[name] ?? whole));
}
