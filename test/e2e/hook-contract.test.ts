import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, callAs, heardAs, installFor } from '../support/hooked.ts';

interface Documented {
	readonly answer: 'pass' | 'ask' | 'deny';
	readonly call: { readonly tool_name: string; readonly tool_input: object };
}

let root: string;
beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), "countersign hook's "));
	spawnSync('git', ['init', '-q'], { cwd: root });
	mkdirSync(join(root, 'src'));
	writeFileSync(join(root, 'README.md'), 'x\n');
	installFor(root, 'claude', 'codex', 'gemini');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Vitest reads this while it collects the tests, before the checkout exists. */
function documented(agent: Agent): readonly Documented[] {
	return JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/hooks/${agent}.json`), 'utf8'));
}

describe.each<Agent>(['claude', 'codex', 'gemini'])('the hook input of %s', (agent) => {
	const cases = documented(agent).map((one) => [one.call.tool_name, JSON.stringify(one.call.tool_input), one] as const);
	it.each(cases)('gets the documented answer: %s %s', (_, __, { answer, call }) => {
		const told = JSON.stringify(call).replaceAll('{root}', JSON.stringify(root).slice(1, -1));
		const said = callAs(agent, root, told);
		expect([heardAs(agent, said), said.stderr], said.stderr).toEqual([
			answer,
			answer === 'deny' ? expect.stringContaining('Countersign') : '',
		]);
	});

	it.each([
		['empty input', ''],
		['incomplete JSON', '{"tool_name":"Bash","tool_inp'],
		['a call without a tool', '{"tool_input":{"command":"ls"}}'],
		['a call without input', '{"tool_name":"Bash"}'],
		['another event', '{"hook_event_name":"Stop","tool_name":"Bash","tool_input":{"command":"ls"}}'],
	])('%s is denied', (_, input) => {
		const said = callAs(agent, root, input);
		expect([heardAs(agent, said), said.stderr]).toEqual(['deny', expect.stringContaining('could not be checked')]);
	});
});
