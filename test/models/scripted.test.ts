import { describe, expect, it } from 'vitest';
import { collectReply } from '../../src/agent/index.ts';
import type { Message, Model } from '../../src/core/index.ts';
import { createModel } from '../../src/models/index.ts';
import { aRequest, chunksOf, errorOf } from './support.ts';

const scripted = (scriptText: string): Model => createModel({ id: 'scripted:rehearsal/fix.yml', scriptText });

const script = `
turns:
  - text: |-
      I will look.
      At two files.
    calls:
      - {tool: file_read, args: {path: a.ts}}
      - tool: git_status
  - when: {last_result_contains: {file_read: hello}, last_result_ok: true}
    calls: [{tool: shell_exec, args: {command: npm test}}]
    otherwise: {text: The file is not what I expected.}
  - when: {last_result_ok: false}
    text: Denied, so I stop.
`;

type Results = Extract<Message, { role: 'tools' }>['results'];

/** Plays a script to its end. Each turn has a new model, as in a resumed process. */
async function play(text: string, rounds: readonly Results[]) {
	const messages: Message[] = [{ role: 'user', text: 'Go' }];
	const replies = [];
	for (let turn = 0; turn <= rounds.length; turn++) {
		const reply = await collectReply(scripted(text).stream(aRequest({ messages: [...messages] })));
		replies.push(reply);
		messages.push({ role: 'assistant', raw: reply.raw }, { role: 'tools', results: rounds[turn] ?? [] });
	}
	return replies;
}

const result = (callId: string, text: string, ok = true) => ({ callId, ok, text });

describe('a scripted model', () => {
	it('has an id that says it is a rehearsal', () => {
		expect(scripted(script).id).toBe('scripted:rehearsal/fix.yml (rehearsal)');
	});

	it('fills in the number after a text from the newest result, or leaves it out if none has it', async () => {
		const text = `
turns:
  - {calls: [{tool: reviews_read}]}
  - {calls: [{tool: reviews_read}]}
  - calls:
      - {tool: review_reply, args: {body: Done.}, number_after: {thread: "a.ts:3, thread "}}
      - {tool: review_reply, args: {body: Done.}, number_after: {thread: "b.ts:3, thread "}}
`;
		const rounds = [[result('call_1_1', 'a.ts:3, thread 7, by @a')], [result('call_2_1', 'a.ts:3, thread 12')]];
		const replies = await play(text, rounds);
		expect(replies.at(-1)?.calls.map(({ args }) => args)).toEqual([{ body: 'Done.', thread: 12 }, { body: 'Done.' }]);
	});

	it('streams the text and then whole calls, with the same ids each time', async () => {
		expect(await chunksOf(scripted(script))).toEqual([
			{ kind: 'text', text: 'I will look.\n' },
			{ kind: 'text', text: 'At two files.' },
			{ kind: 'call', call: { id: 'call_1_1', name: 'file_read', args: { path: 'a.ts' } } },
			{ kind: 'call', call: { id: 'call_1_2', name: 'git_status', args: {} } },
			{
				kind: 'end',
				raw: JSON.stringify([
					{ type: 'text', text: 'I will look.\nAt two files.' },
					{ type: 'tool_use', id: 'call_1_1', name: 'file_read', input: { path: 'a.ts' } },
					{ type: 'tool_use', id: 'call_1_2', name: 'git_status', input: {} },
				]),
				stop: 'tool_use',
				usage: { input: expect.any(Number), output: expect.any(Number), cached: 0 },
			},
		]);
	});

	it('continues at the right turn in a new process', async () => {
		const rounds = [[result('call_1_1', 'hello'), result('call_1_2', 'clean')], [result('call_2_1', 'denied', false)]];
		const replies = await play(script, rounds);
		expect(replies.map(({ text, calls, stop }) => [text, calls.map(({ id }) => id), stop])).toEqual([
			['I will look.\nAt two files.', ['call_1_1', 'call_1_2'], 'tool_use'],
			['', ['call_2_1'], 'tool_use'],
			['Denied, so I stop.', [], 'end_turn'],
		]);
	});

	it('plays `otherwise` if the condition is false', async () => {
		const [, second] = await play(script, [[result('call_1_1', 'goodbye'), result('call_1_2', 'hello')]]);
		expect(second).toMatchObject({ text: 'The file is not what I expected.', calls: [] });
	});

	it.each([
		[
			'a failed result',
			'{last_result_ok: true}',
			[result('call_1_1', 'no', false)],
			/expected only successful last results; seen failed "no"/,
		],
		[
			'a successful result',
			'{last_result_ok: false}',
			[result('call_1_1', 'yes')],
			/expected a last result that failed; seen ok "yes"/,
		],
		[
			'a different text',
			'{last_result_contains: abc}',
			[result('call_1_1', 'abd')],
			/expected a last result with "abc"; seen ok "abd"/,
		],
		[
			'the text from another tool',
			'{last_result_contains: {git_status: abc}}',
			[result('call_1_1', 'abc')],
			/expected a last result of `git_status` with "abc"; seen ok "abc"/,
		],
		['no result', '{last_result_ok: true}', [], /seen no result/],
	])('names the turn, the expected and the actual result for %s', async (_, when, results, message) => {
		const text = `turns:\n  - calls: [{tool: file_read}]\n  - {when: ${when}, text: ok}\n`;
		await expect(play(text, [results])).rejects.toMatchObject({
			code: 'model-script',
			message: expect.stringMatching(/^Turn 2 of scripted:rehearsal\/fix\.yml \(rehearsal\) does not fit: /),
		});
		await expect(play(text, [results])).rejects.toMatchObject({ message: expect.stringMatching(message) });
	});

	it('reports a turn after the end of the script', async () => {
		await expect(play('turns: [{text: Hi}]', [[]])).rejects.toMatchObject({
			code: 'model-script',
			message: expect.stringContaining('has 1 turn(s); turn 2 was asked for'),
		});
	});

	it('rejects a call in the closing turn', async () => {
		expect(await errorOf(scripted(script), aRequest({ closing: true }))).toMatchObject({
			code: 'model-script',
			message: expect.stringContaining('Turn 1'),
		});
	});

	it('can be JSON', async () => {
		const chunks = await chunksOf(scripted('{"turns":[{"text":"Hi"}]}'));
		expect(chunks[0]).toEqual({ kind: 'text', text: 'Hi' });
	});
});

describe('an invalid script', () => {
	it.each([
		['turns: []', /turns: Too small/],
		['', /the file: /],
		['turns: [{}]', /turn 1: a turn has `text`, `calls`, or both/],
		['turns: [{text: a}, {text: b, cals: []}]', /turn 2: Unrecognized key: "cals"/],
		['turns: [{calls: [{tol: x}]}]', /turn 1 calls 0 tool: /],
		['turns: [{text: a, when: {last_result_contain: x}}]', /turn 1 when: Unrecognized key/],
		['turns: [{text: a', /not plain YAML or JSON/],
		['turns: [{text: !!js/function x}]', /not plain YAML or JSON/],
	])('%s is rejected when the model is created', (text, message) => {
		expect(() => scripted(text)).toThrow(
			expect.objectContaining({ code: 'model-script', message: expect.stringMatching(message) }),
		);
	});
});
