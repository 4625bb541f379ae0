import { describe, expect, it } from 'vitest';
import type { PastCall } from '../../src/commands/policy/past-calls.ts';
import { rejudge } from '../../src/commands/policy/rejudge.ts';
import type { Effect, EntryOf, Grant, Verdict } from '../../src/core/index.ts';
import { askedBesideCode } from '../../src/run/calls/beside-code.ts';

const by = { id: 1001, login: 'maintainer' };
const code = { path: 'src/a.ts', hunk: '+a' };
const delivers: Effect = { kind: 'deliver', path: 'src/a.ts', change: 'changed', what: 'ordinary' };
const aVerdict = (decision: Verdict['decision'], effects: readonly Effect[] = [delivers]): Verdict => ({
	...{ decision, risk: 'low', reason: 'as it says', rule: 'policy', effects, matches: [], executes: [] },
});
const tool = 'open_pull_request';
const asked = (verdict: Verdict, grants: readonly Grant[] = []) =>
	askedBesideCode(verdict, tool, { request: { code }, grants });

describe('a delivery of a run that a comment on a line of code started', () => {
	it('needs approval even if the gate allows it', () => {
		const [match] = asked(aVerdict('allow')).matches;
		expect(asked(aVerdict('allow'))).toMatchObject({ decision: 'confirm', rule: 'began-beside-code' });
		expect(match).toMatchObject({ decision: 'confirm', rule: 'began-beside-code' });
	});

	it.each(['confirm', 'block'] as const)('keeps the verdict %s', (decision) => {
		const verdict = aVerdict(decision);
		expect(asked(verdict)).toBe(verdict);
	});

	it('needs no approval if it changes nothing outside, or in any other run', () => {
		const reads = aVerdict('allow', [{ kind: 'read', path: 'src/a.ts' }]);
		expect(asked(reads)).toBe(reads);
		const verdict = aVerdict('allow');
		expect(askedBesideCode(verdict, tool, { request: {}, grants: [] })).toBe(verdict);
	});

	it.each<[string, Grant, string]>([
		['everything', { kind: 'blanket', by }, 'allow'],
		['this tool', { kind: 'tool', tool, by }, 'allow'],
		['this tool under this rule', { kind: 'tool', tool, rule: 'began-beside-code', by }, 'allow'],
		['this tool under another rule', { kind: 'tool', tool, rule: 'policy', by }, 'confirm'],
		['another tool', { kind: 'tool', tool: 'shell_exec', by }, 'confirm'],
		['a mode', { kind: 'mode', mode: 'auto' }, 'confirm'],
	])('gets the verdict `$2` with a grant of $0', (_what, grant, decision) => {
		expect(asked(aVerdict('allow'), [grant]).decision).toBe(decision);
	});

	it('still needs approval under other policies', () => {
		const { decision, effects, matches } = asked(aVerdict('allow'));
		const verdict = { call_id: 'c1', tool_name: tool, decision, effects, matches, session_mode: 'contained' };
		const past: PastCall = { run: '1-r', verdict: verdict as unknown as EntryOf<'tool_attempt'>, args: {} };
		const why = 'the run itself asked about it (began-beside-code), and no policy changes this';
		expect(rejudge(past, {} as never, undefined)).toMatchObject({ kind: 'untold', why });
	});
});
