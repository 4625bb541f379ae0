import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';
import { providerKey as key, standInProvider } from './stand-in-provider.ts';

const provider = standInProvider();

const dialects = [
	['anthropic:claude-test', { 'anthropic-api-key': key }, true],
	['openai:gpt-6', { 'openai-api-key': key, 'openai-base-url': '/v1' }, false],
	['ollama:qwen4', { 'ollama-base-url': '' }, false],
] as const;

function teach(): void {
	const nested = `{"path":${'['.repeat(2_000)}${']'.repeat(2_000)}}`;
	const read = (path: string) => ({ name: 'file_read', arguments: JSON.stringify({ path }), id: 'call_same' });
	provider.on({ turnIndex: 0 }, { toolCalls: [{ name: 'file_read', arguments: nested, id: 'call_deep' }] });
	provider.on({ turnIndex: 1 }, { toolCalls: [read('README.md'), read('package.json')] });
	provider.on({ turnIndex: 2 }, { toolCalls: [{ ...read('README.md'), id: 'setup-1-1' }] });
	provider.on({ turnIndex: 3 }, { content: 'Ended.' });
}

test.each(dialects)(
	'%s: deep arguments and repeated call ids do not end the run',
	async (model, given, byEnvironment) => {
		teach();
		await using stage = await Stage.open();
		const addressed = Object.entries(given).map(([name, value]) => [
			name,
			name.endsWith('-url') ? provider.url + value : value,
		]);
		const inputs = { ...Object.fromEntries(addressed), model };
		const env = byEnvironment ? { ANTHROPIC_BASE_URL: provider.url } : {};
		const end = await stage.say('maintainer', '/agent read', { inputs, env });
		expect(end.outputs).toMatchObject({ outcome: 'completed', 'reason-code': 'answered' });
		const entries = journalOf(end);
		expect(JSON.stringify(entries.find(({ type, ok }) => type === 'tool_result' && ok === false))).toContain(
			'Send the call again',
		);
		expect(entries.filter(({ type, ok }) => type === 'tool_result' && ok === true)).toHaveLength(3);
	},
);
