import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/journal/index.ts';
import { narration } from '../../src/telemetry/index.ts';

const told: readonly (readonly [RunEvent, readonly string[]])[] = [
	[
		{ name: 'tool.gated', tool: 'shell_exec', callId: 'c1', decision: 'confirm', rule: 'r', risk: 'high' },
		['tool.gated shell_exec'],
	],
	[
		{
			...{ name: 'tool.gated', tool: 'shell_exec', callId: 'c1', decision: 'block', risk: 'critical' },
			...{ rule: 'blocked_patterns: ^touch', blocked: 'touch a' },
		},
		['tool.gated shell_exec blocked by blocked_patterns: ^touch: touch a'],
	],
	[{ name: 'tool.allowed', tool: 'shell_exec', callId: 'c1', via: 'approval' }, ['tool.allowed shell_exec']],
	[{ name: 'tool.denied', tool: 'shell_exec', callId: 'c1', reason: 'not here' }, ['tool.denied shell_exec: not here']],
	[
		{ name: 'safety.confirm', tool: 'shell_exec', callId: 'c1', reason: 'it reaches out' },
		['safety.confirm shell_exec: it reaches out'],
	],
	[{ name: 'setup.started', callId: 'c1', command: 'npm ci' }, ['Setting up: npm ci']],
	[
		{ name: 'tool.retry', callId: 'c1', attempt: 1, waitMs: 2000 },
		['tool.retry c1: attempt 1 failed, the next one in 2 s'],
	],
	[{ name: 'tool.done', callId: 'c1', durationMs: 12 }, ['tool.done c1 (12 ms)']],
	[{ name: 'llm.fallback', model: 'openai:m', reason: '529' }, ['llm.fallback openai:m: 529']],
	[{ name: 'run.heeded' }, []],
];

test.each(told)('the job log describes the event %o', (event, lines) => {
	expect(narration(event)).toEqual(lines);
});
