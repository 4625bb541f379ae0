import { describe, expect, it } from 'vitest';
import { describeEffect, type JsonObject, type Mode } from '../../src/core/index.ts';
import { aContext, aGate, aPolicy, aShippedPolicy, aWorkspace, outcome } from './support.ts';

const declared = { from: 'the MCP server docs', runs: 'node server.mjs', writes: false };
const names = ['mcp__docs__search', 'mcp__docs__file_read', 'mcp__docs__merge', 'tell_versions'];
const facts = aWorkspace({ declaredTool: (name) => (names.includes(name) ? declared : undefined) });

function judge(name: string, policies: readonly string[], own = '', mode: Mode = 'edit', args: JsonObject = {}) {
	const loaded = [...['floor', ...policies].map(aShippedPolicy), ...(own === '' ? [] : [aPolicy(own)])];
	const skills = [{ file: 'skills/a/SKILL.md', danger: ['wipe'], confirm: ['"careful"'] }];
	return aGate({ policies: loaded, skills }).judge({ id: 'c', name, args }, aContext({ facts, mode }));
}

const allow = `rules:
  - name: reads-documentation
    tools: [mcp__docs__search, tell_versions]
    action: allow
    match: [{ tool: mcp__docs__search, args: { text: a } }, { tool: tell_versions, args: {} }]
    not_match: [{ tool: mcp__docs__merge, args: {} }]
`;

describe('a tool that the repository declares', () => {
	it.each(['default', 'strict', 'permissive', 'autonomous'])('needs approval under %s', (base) => {
		expect(names.map((name) => outcome(judge(name, [base])))).toEqual(names.map(() => 'confirm default_action'));
	});

	it.each(['default', 'strict', 'permissive', 'autonomous'])(
		'is allowed under %s by a rule with its whole name',
		(base) => {
			const freed = names.map((name) => outcome(judge(name, [base], allow)));
			expect(freed).toEqual([
				'allow reads-documentation',
				'confirm default_action',
				'confirm default_action',
				'allow reads-documentation',
			]);
		},
	);

	it('is denied by a rule with its whole name, despite other allows', () => {
		const deny = 'rules: [{name: no-search, tools: [mcp__docs__search], action: deny, reason: No.}]';
		const both = `${allow}  - {name: all, effects: [exec.tool], action: allow}\n`;
		expect(outcome(judge('mcp__docs__merge', ['default'], both))).toBe('allow all');
		const gate = aGate({
			policies: [...['floor', 'default'].map(aShippedPolicy), aPolicy(both), aPolicy(deny, 'policies/deny.yml')],
		});
		const call = { id: 'c', name: 'mcp__docs__search', args: {} };
		expect(outcome(gate.judge(call, aContext({ facts })))).toBe('block no-search');
	});

	it('is still subject to patterns when a policy allows it', () => {
		const said = (text: string) => outcome(judge('mcp__docs__search', ['default'], allow, 'edit', { text }));
		expect(said('wipe it')).toBe('block danger_patterns: wipe');
		expect(said('careful')).toBe('confirm confirm_patterns: "careful"');
	});

	it('is blocked in mode `plan`, and only mode `auto` allows it', () => {
		const inMode = (mode: Mode) => outcome(judge('mcp__docs__search', ['default'], '', mode));
		expect((['plan', 'default', 'edit', 'auto'] as const).map(inMode)).toEqual([
			'block mode: plan',
			'confirm default_action',
			'confirm default_action',
			'allow mode: auto',
		]);
	});

	it('is described with its owner, its command and its access', () => {
		const [effect] = judge('mcp__docs__search', ['default']).effects;
		expect(effect === undefined ? '' : describeEffect(effect)).toBe(
			'runs `mcp__docs__search` of the MCP server docs (`node server.mjs`) in the sandbox, which may read the checkout',
		);
	});
});

it('a tool that nobody declares is opaque, and no rule allows it', () => {
	const verdict = judge(
		'mcp__other__search',
		['default'],
		'rules: [{name: a, tools: [mcp__other__search], action: allow}]',
	);
	expect([outcome(verdict), verdict.effects[0]?.kind]).toEqual(['confirm cannot-be-known', 'opaque']);
});
