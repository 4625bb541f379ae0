import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/core/index.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { checkText } from '../../src/report/index.ts';
import { recordOf, timelineOf, viewOf } from '../../src/run/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, World } from '../support/world.ts';

const danger = (text: string) => ({ tool: 'danger', args: { text } });

function shown(world: World, outcome: Outcome) {
	const record = recordOf(parseEntries(readFileSync(join(world.folder, 'journal.jsonl'))));
	return { view: viewOf(record.state(), { outcome }), ...timelineOf(record, outcome) };
}

test('a waiting run shows its open steps and their expiry, and later the decisions', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [
		{ calls: [{ tool: 'look', args: { path: 'a.txt' } }, { tool: 'forbidden', args: {} }, danger('x'), danger('y')] },
		{ text: 'Done.' },
	]);
	const waiting = shown(world, await world.job('comment/1', agentRequest()));
	expect(waiting.view.waits?.map(({ id, tool, input, until }) => `${id} ${tool} ${input} ${until}`)).toEqual([
		expect.stringMatching(/^A1 danger x 2026-11-22T12:/),
		expect.stringMatching(/^A2 danger y 2026-11-22T12:/),
	]);
	expect(checkText(waiting.view)).toMatchObject({
		conclusion: 'action_required',
		title: '2 steps wait for approval',
	});
	world.now += 5 * 3_600_000;
	world.say(maintainer, '/approve A1\n/deny A2 no');
	const end = shown(world, await world.job('comment/2'));
	expect(end.view.waits).toEqual([]);
	expect(end.view.rows.map((row) => row.end)).toEqual(['done', 'blocked', 'done', 'denied']);
	expect(end.view.rows.at(-1)?.people).toEqual([{ login: 'maintainer', role: 'admin' }]);
	expect(checkText(end.view)).toMatchObject({ conclusion: 'neutral', title: '4 steps: 2 done, 1 blocked, 1 denied' });
	const told = end.items.map((item) =>
		[item.kind, ...('end' in item ? [item.what, item.end] : []), ...('who' in item ? [item.who] : [])].join(' '),
	);
	expect(told.toSorted()).toEqual(
		[
			...['job', 'call look a.txt done', 'call forbidden blocked', 'asked', 'wait', 'job'],
			...['signed maintainer', 'denied maintainer', 'call danger x done'],
		].toSorted(),
	);
	const [wait] = end.items.filter((item) => item.kind === 'wait');
	expect(wait).toMatchObject({ broke: false });
	expect(wait?.milliseconds).toBeGreaterThan(5 * 3_600_000 - 1);
});

test('the timeline shows the end of a dead job as a break, not as a wait for people', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [{ tool: 'look', args: {} }] }, { text: 'Done.' }]);
	world.onMoment = (name) => {
		if (name === 'before tool look') throw new Killed(name);
	};
	await expect(world.job('comment/1', agentRequest())).rejects.toThrow(Killed);
	world.onMoment = () => undefined;
	const { items } = shown(world, await world.job('comment/1', agentRequest()));
	expect(items.filter((item) => item.kind === 'wait')).toEqual([expect.objectContaining({ broke: true })]);
});

test('an expired request is not shown as a denial by a person', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [danger('x')] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.now += 25 * 3_600_000;
	world.say(maintainer, '/approve A1');
	const { view, items } = shown(world, await world.job('comment/2'));
	expect(view.rows).toEqual([expect.objectContaining({ end: 'denied', people: [] })]);
	expect(items.filter((item) => item.kind === 'denied')).toEqual([expect.objectContaining({ who: '' })]);
});

const pullAddress = 'https://github.example/octo-org/sample/pull/12';
const openedWords = `Opened draft pull request #12: ${pullAddress}\nLeft to a person: nothing`;

test.each([
	[
		'in the field of its result, whatever its text says',
		'There is a pull request now.',
		{ number: 12, url: pullAddress },
	],
	['in the text of its result, in a journal of an earlier version', openedWords, undefined],
])('the pull request of a run is found %s, only for the tool that opens one', async (_where, text, pullRequest) => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [
		{ calls: [{ tool: 'look', args: {} }] },
		{ calls: [{ tool: 'open_pull_request', args: { title: 'x' } }] },
	]);
	const other = { number: 66, url: pullAddress.replace('12', '66') };
	world.outputs.set('look', { ok: true, text: openedWords.replaceAll('12', '66'), pullRequest: other });
	world.outputs.set('open_pull_request', { ok: true, text, ...(pullRequest && { pullRequest }) });
	const { view } = shown(world, await world.job('comment/1', agentRequest()));
	expect(view.pullRequest).toEqual({ number: 12, url: pullAddress });
});

test('a stopped run shows no waiting steps', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [danger('x')] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/agent stop');
	const { view, items } = shown(world, await world.job('comment/2'));
	expect(view).toMatchObject({ waits: [], rows: [{ end: 'open', result: 'not done' }] });
	expect(checkText(view)).toMatchObject({ conclusion: 'neutral', title: 'Stopped. 1 step: 1 not begun' });
	expect(items.at(-1)).toEqual({ kind: 'stopped', who: 'maintainer' });
});
