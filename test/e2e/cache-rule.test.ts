import { afterAll, beforeAll, expect, test } from 'vitest';
import { Loopback } from '../models/loopback.ts';
import { block, messageEnd, messageStart, sse, toolBlock } from '../models/support.ts';
import { journalOf, Stage } from './stage.ts';

const provider = new Loopback();
beforeAll(() => provider.start());
afterAll(() => provider.stop());

const turns = 10;
const usage = { input_tokens: 10_000, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 1 };

/** A reply that thinks and reads a file; the last one answers. */
function reply(turn: number) {
	const thinks = block(
		0,
		{ type: 'thinking', thinking: '', signature: '' },
		{ type: 'thinking_delta', thinking: `Turn ${turn}, “hm” \u{1f914}` },
		{ type: 'signature_delta', signature: `c2ln${turn}==` },
	);
	const says = block(1, { type: 'text', text: '' }, { type: 'text_delta', text: 'I read on.' });
	const reads = turn === turns ? [] : toolBlock(2, [`{"path":`, ` "f${turn}.txt" }`], `toolu_${turn}`);
	const body = sse(messageStart(usage), ...thinks, ...says, ...reads, ...messageEnd());
	return { headers: { 'content-type': 'text/event-stream' }, body };
}

test('over two jobs, each request begins with the whole previous one, at least 85 % of its bytes', async () => {
	const names = Array.from({ length: turns - 1 }, (_, index) => `f${index + 1}.txt`);
	const files = Object.fromEntries(names.map((name) => [name, `${name} says something.\n`.repeat(40)]));
	const config = 'max_iterations: 5\n';
	await using stage = await Stage.open({ files: { ...files, '.github/countersign.yml': config } });
	provider.queue(...Array.from({ length: turns }, (_, index) => reply(index + 1)));
	const change = {
		inputs: { model: 'anthropic:claude-sonnet-5-5', 'anthropic-api-key': 'sk-not-a-real-key-0123456789' },
		env: { ANTHROPIC_BASE_URL: provider.url },
	};
	const first = await stage.say('maintainer', '/agent read them all', change);
	expect(first.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	const second = await stage.say('maintainer', '/approve A1', change);
	expect(second.outputs).toMatchObject({ outcome: 'completed', 'reason-code': 'answered' });
	const bodies = provider.seen.map(({ body }) => body);
	expect(bodies).toHaveLength(turns);
	const shares = bodies.slice(1).map((body, index) => {
		// All but the end of the list of messages and of the object.
		const before = (bodies[index] ?? '').slice(0, -2);
		expect(body.startsWith(before)).toBe(true);
		return before.length / body.length;
	});
	expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.85);
	expect(JSON.parse(bodies[0] ?? '{}')).toMatchObject({ cache_control: { type: 'ephemeral' } });
	expect(bodies.at(-1)).toContain('you have 10 rounds of calls in all now, and 5 of them are used');
	// The cost follows the figures of the provider.
	const fresh = turns * usage.input_tokens;
	expect(journalOf(second).filter(({ type }) => type === 'model_reply')).toHaveLength(turns);
	expect(Number(second.outputs['tokens'])).toBeGreaterThanOrEqual(fresh);
	expect(Number(second.outputs['cost-usd'])).toBeGreaterThanOrEqual((2 * fresh) / 1_000_000);
	const [comment] = (await stage.comments()).filter(({ user }) => user.login === 'github-actions[bot]');
	expect(comment?.body).toMatch(/about \$0\.\d+ at the list prices of \d{4}-\d\d-\d\d/);
});

test('a run with a budget in money does not start if the price of the model is unknown', async () => {
	await using stage = await Stage.open({ files: { '.github/countersign.yml': 'budget: { usd_per_run: 2.5 }\n' } });
	const inputs = { model: 'anthropic:claude-of-tomorrow', 'anthropic-api-key': 'sk-not-a-real-key-0123456789' };
	const end = await stage.say('maintainer', '/agent read', { inputs });
	expect(end).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed', 'reason-code': 'bad-config' } });
	expect(end.outputs['summary']).toContain('the price of `anthropic:claude-of-tomorrow` is not known');
});
