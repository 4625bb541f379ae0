import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CountersignError } from '../core/index.ts';
import { createWhole } from '../journal/index.ts';
import { writeAtomically } from '../workspace/index.ts';

const person = z.object({ id: z.number().int(), login: z.string() }).readonly();

const kept = z
	.object({
		id: z.number().int().positive(),
		/** True if we wrote it. Otherwise the person at the terminal did. */
		mine: z.boolean(),
		body: z.string(),
		createdAt: z.iso.datetime(),
		updatedAt: z.iso.datetime(),
	})
	.readonly();

const thread = z
	.object({
		version: z.literal(1),
		number: z.number().int().positive(),
		run: z.string(),
		/** The task and the options of the run. If nothing of the run was saved, it begins again with them. */
		task: z.string(),
		key: z.string(),
		person,
		root: z.string(),
		here: z.boolean(),
		dryRun: z.boolean(),
		options: z.record(z.string(), z.string()).readonly(),
		baseSha: z.string(),
		branch: z.string(),
		comments: z.array(kept).readonly(),
	})
	.readonly();

/** A stored comment of a local thread. */
export type KeptText = z.infer<typeof kept>;

/** One run of a terminal: how it was started, and the thread with its requests and answers. */
export type LocalThread = z.infer<typeof thread>;

/** Stores a new thread under the next free number. Only one process can take a number. */
export function newThread(state: string, make: (number: number) => LocalThread): LocalThread {
	for (let number = 1 + Math.max(0, ...threadNumbers(state)); ; number += 1) {
		const made = make(number);
		if (createWhole(pathOf(state, number), serializeThread(made))) return made;
	}
}

/** @throws CountersignError `bad-input` if the thread does not exist, `journal-broken` if it cannot be read. */
export function readThread(state: string, number: number): LocalThread {
	const path = pathOf(state, number);
	if (!existsSync(path))
		throw new CountersignError({
			code: 'bad-input',
			message: `This repository has no run ${number} here.`,
			fix: '`countersign resume` without a number continues the newest run that is not over.',
		});
	const parsed = thread.safeParse(jsonIn(path));
	if (parsed.success) return parsed.data;
	throw new CountersignError({
		code: 'journal-broken',
		message: `The file of run ${number}, ${path}, is damaged.`,
		fix: 'Start the task again with `countersign run`.',
	});
}

/** Replaces a stored thread in one step. */
export function keepThread(state: string, next: LocalThread): void {
	writeAtomically(pathOf(state, next.number), Buffer.from(serializeThread(next)), 0o600);
}

/** Deletes a thread whose run never began. */
export function dropThread(state: string, number: number): void {
	rmSync(pathOf(state, number), { force: true });
}

/** The numbers of all threads, newest last. */
export function threadNumbers(state: string): readonly number[] {
	return readdirSync(join(state, 'threads'))
		.flatMap((name) => /^([1-9]\d*)\.json$/.exec(name)?.[1] ?? [])
		.map(Number)
		.sort((a, b) => a - b);
}

function pathOf(state: string, number: number): string {
	return join(state, 'threads', `${number}.json`);
}

function serializeThread(value: LocalThread): string {
	return `${JSON.stringify(value, undefined, '\t')}\n`;
}

function jsonIn(path: string): unknown {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
