import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobResult } from '../../src/job/index.ts';
import { Stage } from '../e2e/stage.ts';
import { jobHere } from './job-here.ts';

const ask = { calls: [{ tool: 'labels_set', args: { add: ['bug'] } }] };
const script = JSON.stringify({ turns: [ask, { text: 'Done.' }] });
/** Does the job of a new comment in this process. Returns its result, and where the tool sent its first request from. */
async function job(body: string, stage: Stage): Promise<JobResult & { readonly stack: string }> {
	const payload = await stage.github.issueCommentEvent(await stage.comment('maintainer', body));
	let stack = '';
	const onRequest = (route: string): void => {
		if (/^GET .*\/labels/.test(route)) stack ||= wholeStack();
	};
	const result = await jobHere({ event: { name: 'issue_comment', payload }, onRequest }, stage);
	return { ...result, stack };
}

function wholeStack(): string {
	const usual = Error.stackTraceLimit;
	Error.stackTraceLimit = 200;
	const { stack = '' } = new Error();
	Error.stackTraceLimit = usual;
	return stack;
}

/** Returns how often the work calls each function of these files. */
async function callsDuring<T>(files: readonly string[], work: () => Promise<T>) {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	const done = await work();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	session.disconnect();
	const read = result.filter(({ url }) => files.some((file) => url.endsWith(`/src/${file}`)));
	const functions = read.flatMap((one) => one.functions.filter(({ functionName }) => functionName !== ''));
	const count = (name: string): number =>
		functions.flatMap((one) => (one.functionName === name ? (one.ranges[0]?.count ?? 0) : [])).reduce((a, b) => a + b);
	return { done, count };
}

/** The functions of an error's stack, the outermost first, as far as the first one in a file of tools. */
function pathOf(stack: string): readonly string[] {
	const frames = [...stack.matchAll(/at (?:async )?(\S+) \(\S*\/src\/(\S+?\.ts)/g)].toReversed();
	const tool = frames.findIndex(([, name, file]) => name === 'Object.run' && file === 'tools/labels-set.ts');
	return frames.slice(0, tool + 1).map(([, name, file]) => `${file} ${name}`);
}

describe('the job of an approval', async () => {
	await using stage = await Stage.open({ script });
	const asked = await job('/agent label it', stage);
	const counted = ['run/state/apply.ts', 'approvals/command.ts', 'gate/effects.ts'];
	const { done, count } = await callsDuring(counted, () => job('/approve A1', stage));
	const journal = readFileSync(join(done.auditDir ?? '', 'journal.jsonl'), 'utf8');

	it('ends the waiting run', () => {
		expect([asked.outcome.kind, done.outcome.kind]).toEqual(['waiting', 'completed']);
	});

	it('applies each entry at most three times: to find the run, to check its state, and to continue it', () => {
		expect(count('apply')).toBeLessThanOrEqual(3 * journal.trimEnd().split('\n').length);
	});

	it('parses the event once, and each comment once per read of the thread', () => {
		expect(count('parseCommands')).toBeLessThanOrEqual(1 + 2 * 2);
	});

	it('reads the call once for the rules of the start and the rules of today', () => {
		expect(count('subjectOf')).toBe(1);
	});

	it('calls the tool without functions that only pass a call on', () => {
		expect(pathOf(done.stack)).toEqual([
			'job/job.ts handle',
			'job/job.ts answer',
			'job/proceed.ts proceed',
			'run/loop/run.ts run',
			'run/loop/perform.ts perform',
			'run/calls/execution.ts execute',
			'tools/create-toolbox.ts Object.run',
			'tools/labels-set.ts Object.run',
		]);
	});
});
