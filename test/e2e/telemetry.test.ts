import { expect, test } from 'vitest';
import { attribute, startReceiver } from '../telemetry/receiver.ts';
import { journalOf, Stage } from './stage.ts';

const canary = 'canary-7f3a91c2';
const script = JSON.stringify({
	turns: [
		{ text: `I look at ${canary}.`, calls: [{ tool: 'file_read', args: { path: `docs/${canary}.md` } }] },
		{ calls: [{ tool: 'shell_exec', args: { command: `npm install left-pad --note=${canary}` } }] },
		{ text: `Done with ${canary}.` },
	],
});
const key = 'otlp-not-a-real-key-0123';

test('a run over two jobs is one trace, without any content of the run', async () => {
	await using receiver = await startReceiver();
	await using stage = await Stage.open({ script });
	const env = {
		OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
		OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${key}`,
	};
	const asked = await stage.say('maintainer', '/agent add it', { env });
	expect(asked).toMatchObject({ exitCode: 0, outputs: { outcome: 'waiting' } });
	const end = await stage.say('maintainer', '/approve A1', { env });
	expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });

	const spans = receiver.spans();
	expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
	const ids = spans.map(({ spanId }) => spanId);
	expect(new Set(ids).size).toBe(ids.length);
	const [root, ...others] = spans.filter(({ parentSpanId }) => !parentSpanId);
	expect(others).toEqual([]);
	for (const { parentSpanId } of spans) if (parentSpanId) expect(ids).toContain(parentSpanId);
	const resumed = spans.filter(({ name }) => name === 'invoke_agent countersign').find((span) => span !== root);
	expect(resumed).toMatchObject({ parentSpanId: root?.spanId, links: [{ spanId: root?.spanId }] });
	expect(root?.events.map(({ name }) => name)).toEqual(['safety.confirm', 'run.waiting']);
	expect(spans.filter(({ name }) => name === 'chat scripted')).toHaveLength(3);
	const command = spans.find(({ name }) => name === 'execute_tool shell_exec');
	expect(command).toMatchObject({ parentSpanId: resumed?.spanId });
	if (command === undefined) throw new Error('no span of the command');
	expect(attribute(command, 'countersign.decision')).toBe('confirm');
	expect(attribute(command, 'countersign.approved')).toBe('true');
	expect(attribute(command, 'countersign.attempts')).toBe('1');

	const received = receiver.requests.map(({ url, headers, body }) => url + headers + body).join('\n');
	expect(received).toContain(`Bearer ${key}`);
	expect(receiver.requests.map(({ body }) => body).join()).not.toContain(key);
	expect(received).not.toContain(canary);
	expect(JSON.stringify(journalOf(end))).toContain(canary);
	expect(end.log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain(key);
});

test.each(['hangs', 'drips', 'refuses'] as const)(
	'a receiver that %s does not change the run, and is reported once',
	async (manner) => {
		await using receiver = await startReceiver(manner);
		await using stage = await Stage.open();
		const end = await stage.say('maintainer', '/agent what is it?', {
			env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces` },
		});
		expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed', 'reason-code': 'answered' } });
		expect(receiver.requests.length).toBeGreaterThan(0);
		expect(end.log.match(/Spans could not be sent/g)).toHaveLength(1);
	},
);

test('a missing receiver or an invalid address does not change the run', async () => {
	await using stage = await Stage.open();
	for (const address of ['http://127.0.0.1:9', 'not an address']) {
		const end = await stage.say('maintainer', '/agent what is it?', {
			env: { OTEL_EXPORTER_OTLP_ENDPOINT: address },
		});
		expect(end, end.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	}
});
