import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Chunk, Model, ModelRequest } from '../../src/core/index.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { cascade } from '../../src/models/cascade.ts';
import { failure } from '../../src/models/model-failure.ts';
import { replay, viewOf } from '../../src/run/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, World } from '../support/world.ts';

/** A model that answers these rounds with a call and round `last` with text, and fails in the others. */
function answering(id: string, rounds: readonly number[], last: number, requests: ModelRequest[]): Model {
	return {
		id,
		async *stream(request): AsyncGenerator<Chunk> {
			const round = request.messages.filter(({ role }) => role === 'assistant').length + 1;
			if (!rounds.includes(round)) throw failure('model-overloaded', `${id} is busy.`);
			requests.push(request);
			const tool = round === 2 ? 'danger' : 'look';
			yield { kind: 'text', text: `${id} in round ${round}.` };
			if (round !== last) yield { kind: 'call', call: { id: `c${round}`, name: tool, args: { text: 'x' } } };
			yield { kind: 'end', raw: `["${id}"]`, stop: 'end', usage: { input: 1, output: 1, cached: 0 } };
		},
	};
}

function together(models: readonly Model[]): Model {
	const members = models.map((model) => ({ model, isLocal: true }));
	return cascade(members, { now: () => 0, isOnline: () => true });
}

test('another model continues the conversation in a new segment, and the journal and the comment say so', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), []);
	const requests: ModelRequest[] = [];
	const models = () => together([answering('a:1', [1, 4], 4, requests), answering('b:2', [2, 3], 4, requests)]);
	world.ownModel = models();
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting' });
	world.say(maintainer, '/approve A1');
	world.loseDisk();
	// Another process does not know about the failure.
	world.ownModel = models();
	expect(await world.job('comment/2')).toMatchObject({ kind: 'failed', reason: 'model-overloaded' });
	world.ownModel = models();
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed', reason: 'answered' });

	const entries = parseEntries(readFileSync(join(world.folder, 'journal.jsonl')));
	const replies = entries.flatMap((entry) => (entry.type === 'model_reply' ? [entry] : []));
	expect(replies.map(({ model, segment }) => [model, segment])).toEqual([
		['a:1', undefined],
		['b:2', 2],
		['b:2', 2],
		['a:1', 3],
	]);
	expect(replies[1]?.passed_over).toEqual([{ model: 'a:1', why: 'a:1 is busy.' }]);
	expect(replies[3]).not.toHaveProperty('passed_over');
	expect(requests.at(-1)?.messages.filter(({ role }) => role === 'assistant')).toEqual([
		{
			role: 'assistant',
			raw: '["a:1"]',
			said: { model: 'a:1', text: 'a:1 in round 1.', calls: [{ id: 'c1', name: 'look', args: { text: 'x' } }] },
		},
		{
			role: 'assistant',
			raw: '["b:2"]',
			said: { model: 'b:2', text: 'b:2 in round 2.', calls: [{ id: 'c2', name: 'danger', args: { text: 'x' } }] },
		},
		{
			role: 'assistant',
			raw: '["b:2"]',
			said: { model: 'b:2', text: 'b:2 in round 3.', calls: [{ id: 'c3', name: 'look', args: { text: 'x' } }] },
		},
	]);
	expect(world.effects.get('danger x')).toBe(1);
	const view = viewOf(replay(entries));
	expect(view.model).toBe('a:1, then b:2');
	expect(view.warnings?.filter((text) => text.includes('did not give'))).toEqual([
		'`a:1` did not give reply 2, `b:2` did. a:1 is busy.',
	]);
});
