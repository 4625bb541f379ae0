import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { JobOptions } from '../../rehearsal/job-runner.ts';
import { maxCallsPerReply } from '../../src/run/calls/call-cap.ts';
import { journalOf, Stage } from './stage.ts';
import { providerKey as key, standInProvider } from './stand-in-provider.ts';

const provider = standInProvider();

type Dialect = readonly [string, () => Partial<JobOptions>];

const anthropic: Dialect = [
	'anthropic:claude-test',
	() => ({ inputs: { 'anthropic-api-key': key }, env: { ANTHROPIC_BASE_URL: provider.url } }),
];
const dialects: readonly Dialect[] = [
	anthropic,
	['openai:gpt-6', () => ({ inputs: { 'openai-api-key': key, 'openai-base-url': `${provider.url}/v1` } })],
	['ollama:qwen4', () => ({ inputs: { 'ollama-base-url': provider.url } })],
];

type Entry = ReturnType<typeof journalOf>[number];

/** One job of the built action, what its journal and comment say, and what is in the file that it was to change. */
async function jobWith(model: string, given: Partial<JobOptions>) {
	await using stage = await Stage.open({ files: { 'count.txt': '\n' } });
	const disk = stage.freshDisk();
	const inputs = { ...given.inputs, model };
	const end = await stage.say('maintainer', '/agent count', { ...given, inputs, disk });
	const [comment] = (await stage.comments()).filter(({ user }) => user.login === 'github-actions[bot]');
	const journal = journalOf(end);
	return {
		end,
		journal,
		of: (type: string): readonly Entry[] => journal.filter((entry) => entry['type'] === type),
		comment: comment?.body ?? '',
		count: readFileSync(join(disk, 'work', 'slugs', 'slugs', 'count.txt'), 'utf8'),
	};
}

/** Adds a letter each time that it runs. */
const add = (id: string) => ({
	name: 'file_edit',
	arguments: { path: 'count.txt', old_text: '\n', new_text: 'x\n' },
	id,
});
const read = (path: string, id: string) => ({ name: 'file_read', arguments: { path }, id });

describe.each(dialects)('%s', (model, given) => {
	test('each step runs once despite 529, 429, a cut stream, broken JSON and an empty reply [seeds 78, 81]', async () => {
		provider.nextRequestError(529, { message: 'Overloaded', type: 'overloaded_error' });
		const counting = { content: 'I count, one by one, as I was asked to.', toolCalls: [add('call_add')] };
		provider.on({ turnIndex: 0, sequenceIndex: 0 }, counting, { chunkSize: 5, truncateAfterChunks: 6, latency: 50 });
		provider.on({ turnIndex: 0, sequenceIndex: 1 }, counting);
		const broken = { name: 'file_edit', arguments: '{"path":"count.txt","old_text":', id: 'call_broken' };
		const slowDown = { error: { message: 'Slow down', type: 'rate_limit_error' }, status: 429, retryAfter: 1 };
		provider.on({ turnIndex: 1, sequenceIndex: 0 }, slowDown);
		provider.on({ turnIndex: 1, sequenceIndex: 1 }, { content: 'Once more.', toolCalls: [broken] });
		provider.on({ turnIndex: 2, sequenceIndex: 0 }, { content: '' });
		provider.on({ turnIndex: 2, sequenceIndex: 1 }, { content: 'I counted to one.' });
		const { end, of, comment, count } = await jobWith(model, given());
		expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed', 'reason-code': 'changes-undelivered' } });
		expect(count).toBe('x\n');
		expect(of('tool_started')).toHaveLength(1);
		expect(of('tool_result').map(({ ok }) => ok)).toEqual([true, false]);
		expect(of('reply_discarded').map(({ iteration, reason }) => [iteration, reason])).toEqual([
			[1, 'broken-off'],
			[3, 'empty'],
		]);
		expect(of('model_reply')).toHaveLength(3);
		expect(comment).toContain('I counted to one.');
		expect(comment).toContain('broke reply 1 off; nothing of it was done');
		expect(comment).toContain('answered nothing as reply 3');
		expect(comment).toContain('✗ failed');
	});

	test('a run that repeats the same call ends early, and the comment says why [seeds 82]', async () => {
		for (const turn of [0, 1, 2, 3])
			provider.on({ turnIndex: turn }, { content: 'I look.', toolCalls: [read('count.txt', `call_${turn}`)] });
		provider.on({ turnIndex: 4 }, { content: 'I keep reading one file.' });
		const { end, of, comment } = await jobWith(model, given());
		expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed', 'reason-code': 'no-progress' } });
		expect(of('model_reply')).toHaveLength(5);
		expect(comment).toContain('only repeated calls whose results were known');
		expect(comment).toContain('I keep reading one file.');
	});

	test('of 200 calls in one reply only the first ones run, and the comment says so', async () => {
		const calls = Array.from({ length: 200 }, (_, index) => read(`f${index}.txt`, `call_${index}`));
		provider.on(
			{ turnIndex: 0 },
			{ content: 'All at once.', toolCalls: [...calls.slice(0, 150), add('call_add'), ...calls.slice(151)] },
		);
		provider.on({ turnIndex: 1 }, { content: 'That was too much.' });
		const { end, of, comment, count } = await jobWith(model, given());
		expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed', 'reason-code': 'no-step-succeeded' } });
		expect(of('tool_started')).toHaveLength(maxCallsPerReply);
		expect(of('tool_result')).toHaveLength(200);
		expect(count).toBe('\n');
		expect(comment).toContain('200 calls');
		expect(comment).toContain('too-many-calls');
	});
});

test('a job fails if the provider stays down, and says how often it tried', async () => {
	const busy = { error: { message: 'Overloaded', type: 'overloaded_error' }, status: 529 };
	provider.on({}, busy);
	const [model, given] = anthropic;
	const { end, comment } = await jobWith(model, given());
	expect(end).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed', 'reason-code': 'model-overloaded' } });
	expect(provider.getRequests()).toHaveLength(4);
	expect(comment).toContain('tried 4 times');
});

test('a cancelled job says so in its comment, and a re-run continues', async () => {
	provider.on({ turnIndex: 0 }, { content: 'I count.', toolCalls: [add('call_add')] });
	provider.on({ turnIndex: 1, sequenceIndex: 0 }, { content: 'One.' }, { latency: 60_000 });
	provider.on({ turnIndex: 1, sequenceIndex: 1 }, { content: 'I counted to one.' });
	await using stage = await Stage.open({ files: { 'count.txt': '\n' } });
	const [model, given] = anthropic;
	const change = { ...given(), inputs: { ...given().inputs, model }, runId: stage.newRunId() };
	const command = await stage.comment('maintainer', '/agent count');
	const job = await stage.start(command, {
		...change,
		onLine: (line) => {
			if (line.startsWith('tool.done')) setTimeout(() => job.process.kill('SIGINT'), 1500);
		},
	});
	const end = await job.ended;
	expect(end.outputs).toMatchObject({ outcome: 'cancelled', 'reason-code': 'interrupted' });
	const shown = async () => (await stage.comments()).find(({ user }) => user.login === 'github-actions[bot]')?.body;
	expect(await shown()).toContain('The job was ended from outside (SIGINT)');
	const again = await (await stage.start(command, { ...change, attempt: 2 })).ended;
	expect(again).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed', 'reason-code': 'changes-undelivered' } });
	expect(journalOf(again).filter(({ type }) => type === 'tool_started')).toHaveLength(1);
	expect(await shown()).toContain('I counted to one.');
});

test('a cancelled job stops the running command, and records its result', async () => {
	const wait = { name: 'shell_exec', arguments: { command: 'echo begun > begun.txt; sleep 100' }, id: 'call_wait' };
	provider.on({ turnIndex: 0 }, { content: 'I wait.', toolCalls: [wait] });
	provider.on({ turnIndex: 1 }, { content: 'It was stopped.' });
	await using stage = await Stage.open({ mode: 'contained' });
	const [model, given] = anthropic;
	const change = { ...given(), inputs: { ...given().inputs, model }, runId: stage.newRunId() };
	const command = await stage.comment('maintainer', '/agent wait');
	const disk = stage.freshDisk();
	const job = await stage.start(command, { ...change, disk });
	const begun = join(disk, 'work', 'slugs', 'slugs', 'begun.txt');
	await vi.waitUntil(() => existsSync(begun), { timeout: 60_000, interval: 50 });
	job.process.kill('SIGINT');
	const end = await job.ended;
	expect(end.outputs, end.log).toMatchObject({ outcome: 'cancelled', 'reason-code': 'interrupted' });
	const [result] = journalOf(end).filter(({ type }) => type === 'tool_result');
	expect(result).toMatchObject({ ok: false, output: { preview: expect.stringContaining('the job was cancelled') } });
	expect(Number(result?.['duration_ms'])).toBeLessThan(90_000);

	const again = await (await stage.start(command, { ...change, attempt: 2 })).ended;
	expect(again, again.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	expect(journalOf(again).filter(({ type }) => type === 'tool_started' || type === 'effect_unknown')).toHaveLength(1);
});
