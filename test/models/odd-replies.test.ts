import { describe, expect, it } from 'vitest';
import { collectReply, type Reply } from '../../src/agent/index.ts';
import { CountersignError, digestOf, type JsonValue } from '../../src/core/index.ts';
import { argumentProblem, createModel } from '../../src/models/index.ts';
import { aRequest, block, messageEnd, messageStart, readTool, toolBlock } from './support.ts';

type Dialect = 'anthropic' | 'openai' | 'ollama';
type Part = Readonly<Record<string, unknown>>;

function bodyOf(dialect: Dialect, parts: readonly unknown[]): string {
	if (dialect === 'ollama') return parts.map((part) => `${JSON.stringify(part)}\n`).join('');
	const events = parts.map((part) => {
		const type = typeof part === 'object' && part !== null && 'type' in part ? String(part.type) : '';
		return `${dialect === 'anthropic' ? `event: ${type}\n` : ''}data: ${JSON.stringify(part)}\n\n`;
	});
	return events.join('') + (dialect === 'openai' ? 'data: [DONE]\n\n' : '');
}

/** Asks a model whose server sends exactly this body. */
function askFor(dialect: Dialect, body: string): Promise<Reply> {
	const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
	const model = createModel({ id: `${dialect}:m`, apiKey: 'k', baseUrl: 'http://127.0.0.1:9', maxRetries: 0, fetch });
	return collectReply(model.stream(aRequest()));
}

const call = (id: string, text: string) => ({ id, text });
type Call = ReturnType<typeof call>;

/** A whole reply of a dialect with a text and calls. */
function replyOf(dialect: Dialect, calls: readonly Call[]): readonly Part[] {
	if (dialect === 'anthropic')
		return [
			messageStart(),
			...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Hi.' }),
			...calls.flatMap(({ id, text }, at) => toolBlock(at + 1, [text.slice(0, 9), text.slice(9)], id)),
			...messageEnd(),
		];
	const chunk = (delta: object, finish_reason: string | null = null) => ({
		choices: [{ index: 0, delta, finish_reason }],
	});
	if (dialect === 'openai')
		return [
			chunk({ content: 'Hi.' }),
			...calls.flatMap(({ id, text }, index) => [
				chunk({
					tool_calls: [{ index, id, type: 'function', function: { name: 'file_read', arguments: text.slice(0, 9) } }],
				}),
				chunk({ tool_calls: [{ index, function: { arguments: text.slice(9) } }] }),
			]),
			chunk({}, 'tool_calls'),
		];
	return [
		{ message: { role: 'assistant', content: 'Hi.' } },
		...calls.map(({ id, text }) => ({
			message: { tool_calls: [{ id, function: { name: 'file_read', arguments: JSON.parse(text) as unknown } }] },
		})),
		{ message: { content: '' }, done: true, done_reason: 'stop' },
	];
}

const dialects = ['anthropic', 'openai', 'ollama'] as const;
const nested = (levels: number) => `{"path":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe.each(dialects)('%s', (dialect) => {
	it.each([
		['nested 2,000 levels deep', nested(2_000)],
		['with half a surrogate pair', '{"path":"\\ud800x"}'],
		['with half a surrogate pair in a name', '{"path":"x","\\udc00":1}'],
		['with an infinite number', '{"path":1e999}'],
	])('asks the model to correct arguments %s', async (_, text) => {
		const isLost = dialect === 'ollama' && text.includes('1e999');
		const { calls, raw } = await askFor(dialect, bodyOf(dialect, replyOf(dialect, [call('c', text)])));
		expect(calls).toHaveLength(1);
		const args = calls[0]?.args ?? {};
		expect(argumentProblem(readTool, args)).toMatch(isLost ? /must be/ : /Send the call again/);
		expect(digestOf(args)).toMatch(/^[0-9a-f]{64}$/);
		expect(digestOf(JSON.parse(raw) as JsonValue)).toMatch(/^[0-9a-f]{64}$/);
	});

	it.each([
		['equal', ['call_a', 'call_a', 'call_a']],
		['empty', ['', '', '']],
		['like those of the run itself', ['setup-1-2', 'budget-1', 'plan-1']],
		['too long or invalid', ['x'.repeat(5_000), 'a\nb', '\ud800']],
	])('gives each call its own valid id if the ids are %s, and sends the same ids back', async (_, ids) => {
		const text = '{"path":"src/a.ts"}';
		const parts = replyOf(
			dialect,
			ids.map((id) => call(id, text)),
		);
		const { calls, raw } = await askFor(dialect, bodyOf(dialect, parts));
		// In OpenAI's stream, index and id distinguish the calls.
		expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
		for (const { id, args } of calls) {
			expect(id).toMatch(/^[\x21-\x7e]{1,200}$/);
			expect(id).not.toMatch(/^(setup|budget|plan)-/);
			expect(raw).toContain(JSON.stringify(id));
			expect(args).toEqual({ path: 'src/a.ts' });
		}
	});
});

/** Returns a random generator that gives the same numbers each time. */
function newRandom(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state % below;
	};
}

const junk: readonly unknown[] = [
	...[null, true, -1, 1.5, '', 'x', '\ud800', [], {}, [[]], { type: 'odd' }, { index: 7 }, { error: 'gone' }],
	...[
		'y'.repeat(100_000),
		JSON.parse(nested(3_000)),
		{ type: 'content_block_delta', index: 0, delta: { type: 'odd' } },
	],
];

/** Returns a reply with parts that are missing, swapped, repeated or replaced. */
function mangled(parts: readonly Part[], random: (below: number) => number): readonly unknown[] {
	let list: readonly unknown[] = parts;
	for (let count = 1 + random(3); count > 0; count--) {
		const [at, other] = [random(list.length || 1), random(list.length || 1)];
		const one = list[at];
		switch (random(6)) {
			case 0:
				list = list.slice(0, at);
				break;
			case 1:
				list = list.toSpliced(at, 1);
				break;
			case 2:
				list = list.toSpliced(at, 0, one);
				break;
			case 3:
				list = list.with(at, list[other]).with(other, one);
				break;
			case 4:
				list = list.toSpliced(at, 0, junk[random(junk.length)]);
				break;
			default:
				list = list.with(at, replaced(one, random));
		}
		if (list.length === 0) return list;
	}
	return list;
}

/** Returns a value in which one member, at any level, is replaced with junk. */
function replaced(value: unknown, random: (below: number) => number): unknown {
	if (typeof value !== 'object' || value === null || random(4) === 0) return junk[random(junk.length)];
	const keys = Object.keys(value);
	const key = keys[random(keys.length || 1)] ?? 'added';
	const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
	copy[key] = replaced(copy[key], random);
	return copy;
}

it.each(dialects)(
	'any malformed stream of %s ends in a valid reply or in a named error',
	async (dialect) => {
		const random = newRandom(20_261_126);
		const whole = replyOf(dialect, [call('call_a', '{"path":"src/a.ts"}'), call('call_b', '{"path":"b","offset":3}')]);
		for (let round = 0; round < 1_500; round++) {
			const body = bodyOf(dialect, mangled(whole, random));
			const cut = random(8) === 0 ? body.slice(0, random(body.length + 1)) : body;
			try {
				const reply = await askFor(dialect, cut);
				const ids = reply.calls.map(({ id }) => id);
				expect(new Set(ids).size).toBe(ids.length);
				for (const { id, name, args } of reply.calls)
					expect([typeof id, typeof name, digestOf(args).length]).toEqual(['string', 'string', 64]);
				expect([typeof reply.text, typeof reply.stop]).toEqual(['string', 'string']);
				expect(Object.values(reply.usage).every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true);
				JSON.parse(reply.raw);
			} catch (thrown) {
				if (!(thrown instanceof CountersignError))
					throw new Error(`round ${round}: ${cut.slice(0, 600)}`, { cause: thrown });
				expect(thrown.code).toMatch(/^model-/);
			}
		}
	},
	60_000,
);
