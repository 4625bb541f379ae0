import { describe, expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';
import { providerKey as key, standInProvider } from './stand-in-provider.ts';

const provider = standInProvider();

function teach(): void {
	const read = { name: 'file_read', arguments: '{"path":"src/slug.js"}', id: 'call_read' };
	const broken = { name: 'file_read', arguments: '{"path":"src/slug.js"', id: 'call_broken' };
	provider.on({ turnIndex: 0 }, { content: 'I look.', toolCalls: [read] });
	provider.on({ turnIndex: 1 }, { content: 'Once more.', toolCalls: [{ ...broken, arguments: broken.arguments }] });
	provider.on({ turnIndex: 2 }, { content: 'It joins words with underscores.' });
}

const dialects: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
	['openai:gpt-6', { 'openai-api-key': key, 'openai-base-url': '/v1' }],
	['ollama:qwen4', { 'ollama-base-url': '' }],
];

/** The inputs of a dialect, whose addresses are the provider's of this test. */
function inputsOf(inputs: Readonly<Record<string, string>>): Record<string, string> {
	const addressed = Object.entries(inputs).map(([name, value]) => [
		name,
		name.endsWith('-url') ? provider.url + value : value,
	]);
	return Object.fromEntries(addressed);
}

const repliesOf = (end: Parameters<typeof journalOf>[0]) => journalOf(end).filter(({ type }) => type === 'model_reply');

describe.each(dialects)('%s', (model, given) => {
	test('reads, answers, and leaves its key nowhere', async () => {
		teach();
		await using stage = await Stage.open();
		const end = await stage.say('maintainer', '/agent what does slug do?', { inputs: { ...inputsOf(given), model } });
		expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed', 'reason-code': 'answered' } });
		expect(repliesOf(end).map((reply) => reply['model'])).toEqual([model, model, model]);
		const results = journalOf(end).filter(({ type }) => type === 'tool_result' || type === 'security_violation');
		expect(results).toHaveLength(2);
		const [comment] = (await stage.comments()).filter(({ user }) => user.login === 'github-actions[bot]');
		expect(comment?.body).toContain('It joins words with underscores.');
		expect(comment?.body).toContain(model);
		// The runner is told to mask it, once.
		const log = end.log.replace(`::add-mask::${key}`, '');
		expect(log + end.summary + JSON.stringify(journalOf(end)) + comment?.body).not.toContain(key);
	});
});

test('if the first model is overloaded, the next one continues, and the comment says why', async () => {
	teach();
	provider.nextRequestError(529, { message: 'Overloaded', type: 'overloaded_error' });
	provider.nextRequestError(529, { message: 'Overloaded', type: 'overloaded_error' });
	await using stage = await Stage.open();
	const inputs = {
		...inputsOf(Object.assign({}, ...dialects.map(([, each]) => each))),
		'anthropic-api-key': key,
		model: 'anthropic:claude-test, openai:gpt-6, ollama:qwen4',
	};
	const end = await stage.say('maintainer', '/agent what does slug do?', {
		inputs,
		env: { ANTHROPIC_BASE_URL: provider.url },
	});
	expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	expect(repliesOf(end).map((reply) => reply['model'])).toEqual(['openai:gpt-6', 'openai:gpt-6', 'openai:gpt-6']);
	const [comment] = (await stage.comments()).filter(({ user }) => user.login === 'github-actions[bot]');
	expect(comment?.body).toMatch(/anthropic:claude-test.{0,20} did not give reply 1/);
	expect(comment?.body).toContain('529');
});
