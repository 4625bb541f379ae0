import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectReply } from '../../src/agent/index.ts';
import type { Message } from '../../src/core/index.ts';
import { createModel } from '../../src/models/index.ts';
import { Loopback } from './loopback.ts';
import { aRequest, block, messageEnd, messageStart, readTool, sse, toolBlock } from './support.ts';

const provider = new Loopback();
beforeAll(() => provider.start());
afterAll(() => provider.stop());

const model = () => createModel({ id: 'anthropic:claude-test', apiKey: 'k', baseUrl: provider.url, maxRetries: 0 });

/** A reply with thinking, redacted thinking and a call of `file_read`. */
const reply = (turn: number) => ({
	headers: { 'content-type': 'text/event-stream' },
	body: sse(
		messageStart(),
		...block(
			0,
			{ type: 'thinking', thinking: '', signature: '' },
			{ type: 'thinking_delta', thinking: `Turn ${turn}, ` },
			{ type: 'thinking_delta', thinking: '“hm” \u{1f914}' },
			{ type: 'signature_delta', signature: `c2ln${turn}==` },
		),
		...block(1, { type: 'redacted_thinking', data: `b3BhcXVl${turn}` }),
		...block(2, { type: 'text', text: '' }, { type: 'text_delta', text: 'I read on.' }),
		...toolBlock(3, [`{"path":`, ` "src/${turn}.ts" }`], `toolu_${turn}`),
		...messageEnd(),
	),
});

interface Body {
	readonly cache_control?: object;
	readonly tools: readonly object[];
	readonly system: readonly object[];
	readonly messages: readonly { readonly content: readonly Record<string, unknown>[] }[];
}

/** The blocks of a prompt in the order in which the provider reads them. */
function blocksOf({ tools, system, messages }: Body): readonly string[] {
	return [...tools, ...system, ...messages.flatMap(({ content }) => content)].map((block) => JSON.stringify(block));
}

/** Returns how many blocks the last mark covers. A mark on the request covers all blocks. */
function markedIn(body: Body): number {
	const blocks = blocksOf(body);
	return body.cache_control === undefined
		? blocks.findLastIndex((block) => block.includes('"cache_control"')) + 1
		: blocks.length;
}

const bytes = (blocks: readonly string[]): number => Buffer.byteLength(blocks.join());

/** Ten requests of a conversation in which each turn reads a file of a few kilobytes. */
async function tenTurns(): Promise<readonly Body[]> {
	const messages: Message[] = [{ role: 'user', text: 'Mend it. '.repeat(300) }];
	const tools = Array.from({ length: 12 }, (_, index) => ({
		...readTool,
		name: `tool_${index}`,
		description: 'Reads. '.repeat(40),
	}));
	for (let turn = 0; turn < 10; turn++) {
		provider.queue(reply(turn));
		const { raw, calls, text } = await collectReply(
			model().stream(aRequest({ tools, system: 'Rules. '.repeat(800), messages: [...messages] })),
		);
		messages.push({ role: 'assistant', raw, said: { model: 'anthropic:claude-test', text, calls } });
		messages.push({
			role: 'tools',
			results: calls.map(({ id }) => ({ callId: id, ok: true, text: 'const x = 1;\n'.repeat(100) })),
		});
	}
	const bodies: Body[] = provider.seen.map(({ body }) => JSON.parse(body));
	provider.reset();
	return bodies;
}

it('over ten turns, at least 85 % of each prompt is marked for the cache and found there again', async () => {
	const bodies = await tenTurns();
	expect(bodies).toHaveLength(10);
	const [first] = bodies;
	const shares = bodies.slice(1).map((body, index) => {
		const before = bodies[index] ?? body;
		const marked = blocksOf(before).slice(0, markedIn(before));
		// The cache finds a prefix only if its bytes are the same.
		expect(blocksOf(body).slice(0, marked.length)).toEqual(marked);
		expect(bytes(blocksOf(body).slice(0, markedIn(body))) / bytes(blocksOf(body))).toBeGreaterThanOrEqual(0.85);
		return [bytes(marked), bytes(blocksOf(body))] as const;
	});
	const sum = (pick: 0 | 1) => shares.reduce((total, share) => total + share[pick], 0);
	expect(sum(0) / sum(1)).toBeGreaterThanOrEqual(0.85);
	// Another run of the repository can use the marks on tools and system text.
	expect(blocksOf(first as Body).filter((block) => block.includes('"cache_control"'))).toHaveLength(2);
});

it('thinking, also redacted thinking, is sent back unchanged and in its place', async () => {
	const bodies = await tenTurns();
	const said = bodies.at(-1)?.messages.filter(({ content }) => content[0]?.['type'] === 'thinking') ?? [];
	expect(said.map(({ content }) => JSON.stringify(content))).toEqual(
		Array.from({ length: 9 }, (_, turn) =>
			JSON.stringify([
				{ type: 'thinking', thinking: `Turn ${turn}, “hm” \u{1f914}`, signature: `c2ln${turn}==` },
				{ type: 'redacted_thinking', data: `b3BhcXVl${turn}` },
				{ type: 'text', text: 'I read on.' },
				{ type: 'tool_use', id: `toolu_${turn}`, name: 'file_read', input: { path: `src/${turn}.ts` } },
			]),
		),
	);
});
