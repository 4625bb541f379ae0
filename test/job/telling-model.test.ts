import { expect, test } from 'vitest';
import { collectReply } from '../../src/agent/index.ts';
import type { Chunk } from '../../src/core/index.ts';
import { tellingModel } from '../../src/job/telling-model.ts';
import { aRequest } from '../models/support.ts';

const text = (part: string): Chunk => ({ kind: 'text', text: part });
const call: Chunk = { kind: 'call', call: { id: 'c1', name: 'file_read', args: { path: 'a' } } };
const end: Chunk = { kind: 'end', raw: '[]', stop: 'end_turn', usage: { input: 1, output: 2, cached: 0 } };

/** Returns the logged lines, and how many of them existed after each chunk. */
async function listened(...chunks: readonly (Chunk | Error)[]) {
	async function* streamed(): AsyncGenerator<Chunk> {
		for (const chunk of chunks) {
			if (chunk instanceof Error) throw chunk;
			yield chunk;
		}
	}
	const said: string[] = [];
	const model = tellingModel({ id: 'scripted:a', stream: streamed }, (line) => said.push(line));
	const passed: Chunk[] = [];
	const after: number[] = [];
	let trouble: unknown;
	try {
		for await (const chunk of model.stream(aRequest())) {
			passed.push(chunk);
			after.push(said.length);
		}
	} catch (error) {
		trouble = error;
	}
	return { model, said, passed, after, trouble };
}

test('the log shows a reply line by line as it arrives, and the reply itself stays unchanged [seeds 80]', async () => {
	const chunks = [text('I lo'), text('ok.\n\nThen I m'), text('end it.'), call, end];
	const { model, said, passed, after } = await listened(...chunks);
	expect(said).toEqual(['model: I look.', 'model: Then I mend it.']);
	expect(after).toEqual([0, 1, 1, 2, 2]);
	expect(passed).toEqual(chunks);
	expect(await collectReply(model.stream(aRequest()))).toMatchObject({ text: 'I look.\n\nThen I mend it.' });
});

test('the log shows an incomplete line if the stream breaks off', async () => {
	const { said, trouble } = await listened(text('one\ntw'), new Error('gone'));
	expect(said).toEqual(['model: one', 'model: tw']);
	expect(trouble).toMatchObject({ message: 'gone' });
});

test('a long line that arrives in small pieces stays one line', async () => {
	const { said } = await listened(...Array.from({ length: 20_000 }, () => text('x')), end);
	expect(said).toEqual([`model: ${'x'.repeat(20_000)}`]);
});
