import { describe, expect, it } from 'vitest';
import { BrokenReply, type Chunk, CountersignError, type Model } from '../../src/core/index.ts';
import { cascade, type Member } from '../../src/models/cascade.ts';
import { failure } from '../../src/models/model-failure.ts';
import { patientModel } from '../../src/models/patient.ts';
import { aRequest, chunksOf, errorOf } from './support.ts';

const text: Chunk = { kind: 'text', text: 'Hello' };
const call: Chunk = { kind: 'call', call: { id: 'c', name: 'file_read', args: {} } };
const end: Chunk = { kind: 'end', raw: '[]', stop: 'stop', usage: { input: 1, output: 1, cached: 0 } };
const busy = (waitMs = 0) => failure('model-overloaded', 'Busy.', { waitMs });

type Part = Chunk | Error;

/** A model that plays its turns, one per request, and counts the requests. */
function played(id: string, ...turns: readonly (readonly Part[])[]): Member & { readonly asked: () => number } {
	let asked = 0;
	const model: Model = {
		id,
		async *stream() {
			for (const part of turns[asked++] ?? [text, end]) {
				if (part instanceof Error) throw part;
				yield part;
			}
		},
	};
	return { model, isLocal: false, asked: () => asked };
}

interface World {
	at: number;
	online: boolean;
}

function together(members: readonly Member[], world: World = { at: 0, online: true }): Model {
	return cascade(members, { now: () => world.at, isOnline: () => world.online });
}

const answeredBy = async (model: Model) => {
	const last = (await chunksOf(model)).at(-1);
	return last?.kind === 'end' ? last.model : undefined;
};

describe('a list of models', () => {
	it('gets its reply from the first model, and the reply names it [seeds 78]', async () => {
		const [first, second] = [played('a'), played('b')];
		expect(await chunksOf(together([first, second]))).toEqual([text, { ...end, model: 'a' }]);
		expect(second.asked()).toBe(0);
		expect(together([first, second]).id).toBe('a');
	});

	it('asks the next model if one fails, and the reply says why [seeds 78]', async () => {
		const model = together([played('a', [busy()]), played('b', [failure('model-refused', 'Too long.')]), played('c')]);
		expect((await chunksOf(model)).at(-1)).toEqual({
			...end,
			model: 'c',
			passedOver: [
				{ model: 'a', why: 'Busy.' },
				{ model: 'b', why: 'Too long.' },
			],
		});
	});

	it.each([
		['text', [text, busy()], ['text']],
		['a call', [call, busy()], []],
	])('asks no other model after %s has arrived, and does not deliver the call', async (_what, turn, seen) => {
		const [first, second] = [played('a', turn), played('b')];
		const kinds: string[] = [];
		const play = async () => {
			for await (const chunk of together([first, second]).stream(aRequest())) kinds.push(chunk.kind);
		};
		await expect(play()).rejects.toMatchObject({ code: 'model-overloaded' });
		expect([kinds, second.asked()]).toEqual([seen, 0]);
	});

	it('reports a reply that broke off; if asked again, the next model answers', async () => {
		const broken = patientModel(played('a', [call]).model, { waits: [], longestWaitMs: 0 }, async () => undefined);
		const model = together([{ model: broken, isLocal: false }, played('b')]);
		const thrown = await errorOf(model);
		expect(thrown).toBeInstanceOf(BrokenReply);
		expect(thrown).toMatchObject({ code: 'model-unreachable', model: 'a', usage: { cached: 0 } });
		expect(await answeredBy(model)).toBe('b');
	});

	it('treats a stream without an end as broken: the next model answers only if nothing has arrived [seeds 78]', async () => {
		expect(await answeredBy(together([played('a', []), played('b')]))).toBe('b');
		expect(await errorOf(together([played('a', [text]), played('b')]))).toMatchObject({ code: 'model-unreachable' });
	});

	it('gives calls after the text, when the reply is complete', async () => {
		const model = together([played('a', [call, text, call, end]), played('b')]);
		expect((await chunksOf(model)).map(({ kind }) => kind)).toEqual(['text', 'call', 'call', 'end']);
	});

	it('stops at once if a key is rejected, with a fix', async () => {
		const [first, second] = [played('a', [failure('model-unauthorized', 'No.', { fix: 'Set it.' })]), played('b')];
		expect(await errorOf(together([first, second]))).toMatchObject({ code: 'model-unauthorized', fix: 'Set it.' });
		expect(second.asked()).toBe(0);
	});

	it('reports a fallback without a key before it sends anything', async () => {
		const first = played('a');
		const trouble = failure('model-unauthorized', 'There is no key.');
		expect(await errorOf(together([first, { ...played('b'), trouble }]))).toBe(trouble);
		expect(first.asked()).toBe(0);
	});

	it('does not treat a bug as a failure of the model', async () => {
		const bug = new Error('undefined is not a function');
		expect(await errorOf(together([played('a', [bug]), played('b')]))).toBe(bug);
	});

	it('asks the next model after an empty reply, and keeps the empty reply if no model has more', async () => {
		expect(await chunksOf(together([played('a', [end]), played('b')]))).toMatchObject([
			text,
			{ model: 'b', passedOver: [{ model: 'a', why: 'It answered nothing.' }] },
		]);
		expect(await chunksOf(together([played('a', [end]), played('b', [end])]))).toEqual([
			{ ...end, model: 'a', passedOver: [{ model: 'b', why: 'It answered nothing.', usage: expect.anything() }] },
		]);
		expect(await chunksOf(together([played('a', [busy()]), played('b', [end])]))).toMatchObject([{ model: 'b' }]);
	});

	it('names all models if none answers', async () => {
		const error = await errorOf(
			together([played('a', [failure('model-refused', 'Too long.')]), played('b', [busy()])]),
		);
		expect(error).toBeInstanceOf(CountersignError);
		expect(error).toMatchObject({ code: 'model-overloaded', message: 'No model answered. a: Too long. b: Busy.' });
	});
});

describe('the cool-down of a model', () => {
	it('takes 30, 60, 120, then 300 seconds after each failure, and the reply says so [seeds 78]', async () => {
		const world: World = { at: 0, online: true };
		const first = played('a', ...Array.from({ length: 5 }, () => [busy()]));
		const model = together([first, played('b')], world);
		for (const [count, seconds] of [30, 60, 120, 300, 300].entries()) {
			expect(await answeredBy(model)).toBe('b');
			world.at += seconds * 1000 - 1;
			expect((await chunksOf(model)).at(-1)).toMatchObject({
				model: 'b',
				passedOver: [{ model: 'a', why: expect.stringContaining('left alone until 1970-') }],
			});
			expect(first.asked()).toBe(count + 1);
			world.at += 1;
		}
		expect(await answeredBy(model)).toBe('a');
	});

	it('is longer if the provider asks for a longer wait', async () => {
		const world: World = { at: 0, online: true };
		const first = played('a', [busy(90_000)]);
		const model = together([first, played('b')], world);
		await chunksOf(model);
		world.at = 89_999;
		expect(await answeredBy(model)).toBe('b');
		world.at = 90_000;
		expect(await answeredBy(model)).toBe('a');
	});

	it('starts again with the shortest wait after a successful reply', async () => {
		const world: World = { at: 0, online: true };
		const model = together([played('a', [busy()], [text, end], [busy()]), played('b')], world);
		await chunksOf(model);
		world.at = 30_000;
		expect(await answeredBy(model)).toBe('a');
		expect(await answeredBy(model)).toBe('b');
		world.at = 60_000;
		expect(await answeredBy(model)).toBe('a');
	});

	it('does not apply to the model that failed longest ago, if all models cool down [seeds 78]', async () => {
		const world: World = { at: 0, online: true };
		const members = [played('a', [busy()], [busy()]), played('b', [busy()])];
		const model = together(members, world);
		expect(await errorOf(model)).toMatchObject({ code: 'model-overloaded' });
		world.at = 1000;
		expect(await errorOf(model)).toMatchObject({ code: 'model-overloaded' });
		expect(members.map(({ asked }) => asked())).toEqual([2, 1]);
		world.at = 2000;
		expect(await answeredBy(model)).toBe('b');
	});

	it('also starts after a reply that broke off', async () => {
		const model = together([played('a', [text, busy()]), played('b')]);
		await errorOf(model);
		expect(await answeredBy(model)).toBe('b');
	});
});

describe('without a network', () => {
	it('only models on this machine are asked [seeds 77]', async () => {
		const first = played('a');
		const local = { ...played('ollama:b'), isLocal: true };
		const world: World = { at: 0, online: false };
		expect(await chunksOf(together([first, local], world))).toMatchObject([
			text,
			{ model: 'ollama:b', passedOver: [{ model: 'a', why: 'The machine has no network.' }] },
		]);
		expect(first.asked()).toBe(0);
		world.online = true;
		expect(await answeredBy(together([first, local], world))).toBe('a');
	});

	it('the error says that there is no network, if no local model exists', async () => {
		expect(await errorOf(together([played('a'), played('b')], { at: 0, online: false }))).toMatchObject({
			code: 'model-unreachable',
			message: expect.stringContaining('no network'),
		});
	});
});
