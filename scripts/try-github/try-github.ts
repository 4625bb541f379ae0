import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { admit } from './admit.ts';
import { assumptions } from './assumptions.ts';
import { type ConnectionOptions, createConnection } from './connection.ts';
import { exitCodeOf, type Finding, findingText, otherwise, type Row } from './finding.ts';
import type { TryOptions } from './options.ts';
import { plays } from './plays.ts';
import { probes } from './probes.ts';
import { startRelay } from './relay.ts';
import { Scene } from './scene.ts';
import type { Tell } from './tell.ts';
import { Traces } from './traces.ts';
import type { Ground, Trial } from './trial.ts';

export interface TryGround {
	readonly options: TryOptions;
	readonly token: string;
	/** If undefined, the job works with `token`. */
	readonly jobToken: string | undefined;
	/** Asks the person whether the try may begin in this repository. */
	readonly confirm: () => Promise<boolean>;
	readonly signal: AbortSignal;
	readonly tell: Tell;
}

/**
 * Tries everything, removes everything, and prints the results. Returns 0 if everything is as assumed, 1 if something differs, and 2 if it
 * could not run.
 */
export async function tryGitHub({ options, token, jobToken, confirm, signal, tell }: TryGround): Promise<0 | 1 | 2> {
	const { owner, repo, apiUrl } = options;
	const at = (of: string, ends?: AbortSignal) =>
		createConnection({
			apiUrl,
			owner,
			repo,
			token: of,
			...(ends === undefined ? {} : { signal: ends }),
		} satisfies ConnectionOptions);
	const person = at(token, signal);
	const unknown = options.only.filter((id) => !allIds.includes(id));
	if (unknown.length > 0) return refuse(`--only: unknown ${unknown.join(', ')}. There are ${allIds.join(', ')}.`, tell);
	tell('step', `Looks at ${owner}/${repo}`);
	const admission = await admit(person, `${owner}/${repo}`, options);
	if ('refused' in admission) return refuse(admission.refused, tell);
	if (!(await confirm())) return refuse(`Nothing was done: name the repository again (--yes ${owner}/${repo}).`, tell);
	if (options.cleanUp) return report(await Traces.ofEarlier(person, owner).cleanUp(tell), tell);
	const job = jobToken === undefined ? person : at(jobToken, signal);
	const traces = await Traces.before(at(token), owner);
	const folder = mkdtempSync(join(tmpdir(), 'countersign-try-'));
	const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
	await using relay = await startRelay(apiUrl);
	const trial: Trial = { person, job, options, home: admission.home, relay, folder, time, traces, signal, tell };
	const rows: Row[] = [];
	try {
		await tryAll(trial, rows);
	} catch (error) {
		if (!signal.aborted) tell('bad', error instanceof Error ? error.message : String(error));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return end(trial, rows);
}

/** Prints what still exists. Returns 2 if there is something. */
function report(left: readonly string[], tell: Tell): 0 | 2 {
	for (const what of left) tell('bad', `left behind: ${what}`);
	return left.length === 0 ? 0 : 2;
}

const signs = { 'as assumed': 'done', otherwise: 'bad', 'not tried': 'plain' } as const;

function refuse(why: string, tell: Tell): 2 {
	tell('bad', why);
	return 2;
}

/** The ids of everything that can be tried. */
const allIds: readonly string[] = [...plays, ...assumptions].map(({ id }) => id);

function chosenOf({ only }: TryOptions): readonly string[] {
	return allIds.filter((id) => only.length === 0 || only.includes(id));
}

async function tryAll(trial: Trial, rows: Row[]): Promise<void> {
	const chosen = chosenOf(trial.options);
	const add = async (id: string, assumed: string, act: () => Promise<Finding>): Promise<void> => {
		if (!chosen.includes(id)) return;
		trial.signal.throwIfAborted();
		trial.tell('step', `${rows.length + 1}/${chosen.length} ${id}: ${assumed}`);
		const finding = await settled(act, trial.signal);
		rows.push({ id, assumed, finding });
		trial.tell(signs[finding.is], findingText(finding));
	};
	for (const { id, promise, run } of plays) await add(id, promise, () => run(trial));
	const ground = await groundOf(trial);
	for (const { id, assumed } of assumptions) await add(id, assumed, () => probes[id](trial, ground));
}

/** Runs a probe. If it fails unexpectedly, its finding says so, and the other probes continue. */
async function settled(act: () => Promise<Finding>, signal: AbortSignal): Promise<Finding> {
	try {
		return await act();
	} catch (error) {
		if (signal.aborted) throw error;
		return otherwise(error instanceof Error ? error.message : String(error));
	}
}

/** Opens an issue for the probes, and finds the pull request that the main job opened. */
async function groundOf(trial: Trial): Promise<Ground> {
	const { person, time } = trial;
	const pulls = z.array(z.object({ number: z.number(), head: z.object({ ref: z.string() }) }));
	const { issue } = await Scene.open(trial, 'probes', []);
	for (const { number, head } of await person.must('GET', '/pulls?state=open&per_page=100', pulls)) {
		const files = await person.must('GET', `/pulls/${number}/files`, z.array(z.object({ filename: z.string() })));
		const isOurs = files.some(({ filename }) => filename === `countersign-try/${time}-main.md`);
		if (head.ref.startsWith('countersign/') && isOurs) return { issue, pull: number };
	}
	return { issue, pull: undefined };
}

async function end({ traces, options, signal, tell }: Trial, rows: readonly Row[]): Promise<0 | 1 | 2> {
	tell('step', 'Takes everything away');
	const left = await traces.cleanUp(tell);
	report(left, tell);
	tell('step', 'What came of it');
	for (const { id, finding } of rows) tell(signs[finding.is], `${id}: ${findingText(finding)}`);
	const whole = rows.length === chosenOf(options).length;
	if (!whole) tell('bad', signal.aborted ? 'It was stopped.' : 'It could not go on.');
	return whole ? exitCodeOf(rows) : 2;
}
