import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectReply } from '../../src/agent/index.ts';
import { createModel } from '../../src/models/index.ts';
import { type Answer, callDelta, completion, delta, done, finish, Loopback, lines, said, usage } from './loopback.ts';
import { aRequest, block, messageEnd, messageStart, sse, toolBlock } from './support.ts';

const server = new Loopback();
beforeAll(() => server.start());
afterAll(() => server.stop());

const words = 'I look.';
const args = { path: 'src/ä.ts', offset: 3 };
const json = JSON.stringify(args);

const answers: readonly (readonly [string, string, Answer])[] = [
	[
		'anthropic:m',
		'toolu_1',
		{
			headers: { 'content-type': 'text/event-stream' },
			body: sse(
				messageStart({ input_tokens: 4, cache_read_input_tokens: 6, output_tokens: 1 }),
				...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: words }),
				...toolBlock(1, [json.slice(0, 9), json.slice(9)], 'toolu_1'),
				...messageEnd('tool_use', { output_tokens: 5 }),
			),
		},
	],
	[
		'openai:m',
		'call_x',
		completion(
			delta({ content: words }),
			callDelta(0, 'call_x', 'file_read', json.slice(0, 9)),
			callDelta(0, undefined, undefined, json.slice(9)),
			finish('tool_calls'),
			usage(10, 5, 6),
		),
	],
	[
		'ollama:m',
		'call_1_1',
		lines(
			said({ content: words }),
			said({ tool_calls: [{ function: { name: 'file_read', arguments: args } }] }),
			done({ prompt_eval_count: 10, eval_count: 5 }),
		),
	],
];

it.each(answers)(
	'a reply of %s becomes text, and calls with id, name and arguments [seeds 79, 81]',
	async (id, callId, answer) => {
		server.queue(answer);
		const model = createModel({ id, apiKey: 'k', baseUrl: server.url, maxRetries: 0 });
		const { text, calls, usage: counted } = await collectReply(model.stream(aRequest()));
		expect({ text, calls }).toEqual({ text: words, calls: [{ id: callId, name: 'file_read', args }] });
		expect(counted).toEqual({ input: 10, output: 5, cached: id === 'ollama:m' ? 0 : 6 });
	},
);
