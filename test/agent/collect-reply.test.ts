import { describe, expect, it } from 'vitest';
import { collectReply } from '../../src/agent/index.ts';
import type { Chunk } from '../../src/core/index.ts';

const call = { id: 'c1', name: 'file_read', args: { path: 'a' } };
const usage = { input: 1, output: 2, cached: 0 };
const end: Chunk = { kind: 'end', raw: '[]', stop: 'end_turn', usage };

async function* streamOf(...chunks: readonly Chunk[]): AsyncGenerator<Chunk> {
	yield* chunks;
}

describe('collectReply', () => {
	it('joins the text unchanged [seeds 79]', async () => {
		const chunks: Chunk[] = [
			{ kind: 'text', text: '<think>a' },
			{ kind: 'text', text: '</think>b' },
			{ kind: 'call', call },
			end,
		];
		expect(await collectReply(streamOf(...chunks))).toEqual({
			text: '<think>a</think>b',
			calls: [call],
			raw: '[]',
			stop: 'end_turn',
			usage,
		});
	});

	it('fails on a stream without an end, so that its calls never run', async () => {
		await expect(collectReply(streamOf({ kind: 'call', call }))).rejects.toMatchObject({ code: 'model-unreachable' });
	});

	it('throws the error of the stream', async () => {
		async function* failing(): AsyncGenerator<Chunk> {
			yield { kind: 'text', text: 'a' };
			throw new Error('gone');
		}
		await expect(collectReply(failing())).rejects.toThrow('gone');
	});
});
