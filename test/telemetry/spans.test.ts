import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/journal/index.ts';
import { telemetrySecrets } from '../../src/telemetry/index.ts';
import type { Span } from '../../src/telemetry/span.ts';
import { Spans } from '../../src/telemetry/spans.ts';

const begun: RunEvent = { name: 'run.started', run: 'r-1', trigger: 'comment', mode: 'edit', model: 'anthropic:m' };
const answer = { calls: 1, stop: 'tool_use', input: 100, output: 5, cached: 90, iteration: 1 };
const gated = { callId: 'c1', decision: 'confirm', rule: 'network', risk: 'high' };

/** Sends the events, one per second. */
function told(
	events: readonly RunEvent[],
	spans = new Spans(),
): { readonly ended: readonly Span[]; readonly spans: Spans } {
	const ended = events.flatMap((event, index) =>
		spans.take(event, { seq: index + 1, at: new Date(Date.UTC(2026, 10, 22, 12, 0, index)).toISOString() }),
	);
	return { ended, spans };
}

const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString();

test('the span of a model request lasts from the previous entry to the reply', () => {
	const { ended, spans } = told([
		begun,
		{ name: 'run.heeded' },
		{ name: 'llm.request', iteration: 1, segment: 1 },
		{ name: 'llm.fallback', model: 'openai:gpt', reason: 'the canary' },
		{ name: 'llm.response', model: 'anthropic:claude', ...answer },
	]);
	expect(ended).toEqual([
		expect.objectContaining({ name: 'chat claude', kind: 'client', start: at(1), end: at(4), failed: false }),
	]);
	expect(ended[0]?.attributes).toMatchObject({
		'gen_ai.provider.name': 'anthropic',
		'gen_ai.request.model': 'claude',
		'gen_ai.usage.input_tokens': 100,
		'gen_ai.usage.cache_read.input_tokens': 90,
	});
	const [process] = spans.close();
	expect(process).toMatchObject({ name: 'invoke_agent countersign', start: at(0), end: at(4) });
	expect(process?.events).toEqual([{ name: 'llm.fallback', at: at(3), attributes: { 'gen_ai.request.model': 'gpt' } }]);
});

test('the span of a call lasts from its first start in this process over all attempts', () => {
	const { ended } = told([
		begun,
		{ name: 'tool.gated', tool: 'issue_read', ...gated, decision: 'allow' },
		{ name: 'tool.started', callId: 'c1', attempt: 1 },
		{ name: 'tool.retry', callId: 'c1', attempt: 1, waitMs: 2000 },
		{ name: 'tool.started', callId: 'c1', attempt: 2 },
		{ name: 'tool.failed', callId: 'c1', durationMs: 5 },
	]);
	expect(ended).toEqual([
		expect.objectContaining({ name: 'execute_tool issue_read', start: at(2), end: at(5), failed: true }),
	]);
	expect(ended[0]?.attributes).toMatchObject({ 'countersign.attempts': 2, 'countersign.outcome': 'failed' });
});

test('a later process is a child of the first, links to the previous one, and gives the waiting time', () => {
	const spans = new Spans();
	told(
		[
			begun,
			{ name: 'tool.gated', tool: 'shell_exec', ...gated },
			{ name: 'run.waiting', ids: ['A1'], expiresAt: at(60) },
			{ name: 'run.resumed', command: 'k2' },
			{ name: 'run.waiting', ids: ['A1'], expiresAt: at(60) },
			{ name: 'run.resumed', command: 'k3' },
		],
		spans,
	);
	const first = told([begun]).spans.close()[0];
	const [third] = spans.close();
	expect(third?.parent).toBe(first?.id);
	expect(third?.after).not.toBe(first?.id);
	expect(third?.attributes['countersign.waited_ms']).toBe(1000);
	// Judged in an earlier process and ended here, so it has no duration.
	const denied = spans.take(
		{ name: 'tool.denied', tool: 'shell_exec', callId: 'c1', reason: 'the canary' },
		{ seq: 9, at: at(9) },
	);
	expect(denied).toEqual([expect.objectContaining({ parent: third?.id, start: at(9), end: at(9), failed: false })]);
});

test('an invalid tool name is shown as `unknown`', () => {
	const named = (tool: string) =>
		told([begun, { name: 'tool.gated', tool, ...gated }, { name: 'tool.denied', tool, callId: 'c1', reason: '' }])
			.ended[0]?.name;
	expect(named('mcp__docs__search')).toBe('execute_tool mcp__docs__search');
	expect(named('password is hunter2')).toBe('execute_tool unknown');
	expect(named('x'.repeat(100))).toBe('execute_tool unknown');
});

test('the same journal gives the same ids', () => {
	const events: readonly RunEvent[] = [begun, { name: 'llm.response', model: 'anthropic:m', ...answer }];
	expect(told(events).ended).toEqual(told(events).ended);
	expect(told(events).spans.close()[0]?.id).not.toBe(told(events).ended[0]?.id);
});

test('the credentials of the receiver are secrets, in each spelling', () => {
	const env = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abcdefgh1, x-short=1' };
	expect(telemetrySecrets(env)).toEqual(['Bearer abcdefgh1', 'abcdefgh1']);
	expect(telemetrySecrets({})).toEqual([]);
	expect(telemetrySecrets({ OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'k=100%secret' })).toEqual(['100%secret', '100%secret']);
});
