import { describe, expect, it } from 'vitest';
import { withinTime } from '../../src/commands/hook/deadline.ts';
import { dialects } from '../../src/commands/hook/dialects.ts';
import { hookAnswer, readHookCall } from '../../src/commands/hook/hook-dialect.ts';
import type { Match, Verdict } from '../../src/core/index.ts';

const root = '/home/octocat/project';
const call = (fields: object) => readHookCall(JSON.stringify(fields), root);
const bash = (fields: object = {}) => call({ tool_name: 'Bash', tool_input: { command: 'ls' }, ...fields });

describe('a call from Claude Code', () => {
	it('keeps its session and mode', () => {
		const read = bash({ session_id: 's1', permission_mode: 'acceptEdits', hook_event_name: 'PreToolUse', cwd: root });
		expect(read).toEqual({
			call: { id: 'hook', name: 'Bash', args: { command: 'ls' } },
			tool: 'Bash',
			session: 's1',
			mode: 'edit',
		});
	});

	it.each(['default', 'plan', 'bypassPermissions', 'dontAsk', 'auto', 'constructor', 7])(
		'with permission mode %j runs in mode `default`',
		(mode) => {
			expect(bash({ permission_mode: mode })).toMatchObject({ mode: 'default' });
		},
	);

	it('resolves relative paths from the working directory of the session', () => {
		const cwd = `${root}/src`;
		const args = (tool_name: string, tool_input: object) => call({ tool_name, tool_input, cwd });
		expect(args('Bash', { command: 'ls' })).toMatchObject({ call: { args: { command: 'ls', cwd } } });
		expect(args('Read', { file_path: '../a' })).toMatchObject({ call: { args: { file_path: `${root}/a` } } });
		expect(args('Write', { file_path: '/etc/x', content: '' })).toMatchObject({
			call: { args: { file_path: '/etc/x' } },
		});
		expect(args('NotebookEdit', { notebook_path: 'n' })).toMatchObject({
			call: { args: { notebook_path: `${cwd}/n` } },
		});
		expect(args('Grep', { pattern: 'x' })).toMatchObject({ call: { args: { pattern: 'x', path: cwd } } });
		expect(args('Glob', { pattern: '*', path: 'lib' })).toMatchObject({ call: { args: { path: `${cwd}/lib` } } });
		expect(args('mcp__a__b', { query: 'x' })).toMatchObject({ call: { args: { query: 'x' } } });
	});

	it.each([
		['', /got no call/],
		['{"tool_name":', /not valid JSON/],
		['[{"tool_name":"Bash"}]', /not a JSON object/],
		['{"tool_input":{"command":"ls"}}', /no `tool_name`/],
		['{"tool_name":"","tool_input":{}}', /no `tool_name`/],
		['{"tool_name":"Bash"}', /no `tool_input`/],
		['{"tool_name":"Bash","tool_input":"ls"}', /no `tool_input`/],
		['{"tool_name":"Bash","tool_input":{}}', /`command` of the Bash call/],
		['{"tool_name":"Bash","tool_input":{"command":["rm","-rf","/"]}}', /`command` of the Bash call/],
		['{"tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"src"}', /`cwd`/],
		['{"tool_name":"Bash","tool_input":{"command":"ls"},"cwd":1}', /`cwd`/],
		['{"tool_name":"Bash","tool_input":{"command":"ls"},"hook_event_name":"Stop"}', /called for Stop/],
	])('is refused when it is invalid: %j', (text, why) => {
		expect(readHookCall(text, root)).toMatch(why);
	});
});

describe('a patch from Codex', () => {
	const patch = (...lines: string[]) =>
		readHookCall(
			JSON.stringify({
				tool_name: 'apply_patch',
				tool_input: { command: ['*** Begin Patch', '*** Add File: a', '+x', ...lines, '*** End Patch'].join('\n') },
			}),
			root,
			dialects.codex,
		);

	it.each(['\r', '\u2028', '\u2029', '\u0085', '\v', '\u001c'])(
		'is refused when a path contains %j, which would hide its file',
		(hidden) => {
			const path = `b${hidden}/../.codex/hooks.json`;
			for (const verb of ['Add File', 'Update File', 'Delete File', 'Move to'])
				expect(patch(`*** ${verb}: ${path}`)).toMatch(/invisible character/);
		},
	);

	it.each(['\u0085', ' \u0085', '\r', '\u2028'])(
		'is read without %j around its headers, as Codex reads it',
		(around) => {
			expect(patch(`${around}*** Delete File: .codex/hooks.json${around}`)).toMatchObject({
				call: { args: { file_path: 'a' } },
				more: [{ name: 'Bash', args: { command: "rm -- '.codex/hooks.json'" } }],
			});
		},
	);
});

describe('the answer of the hook', () => {
	const verdict = (decision: Verdict['decision'], about: Partial<Match> = {}): Verdict => {
		const match: Match = {
			stage: 'policy',
			decision,
			rule: 'a-rule',
			reason: 'A reason.\u202e',
			risk: 'high',
			evidence: '',
			file: 'policies/default.yml',
			line: 7,
			...about,
		};
		return {
			decision,
			rule: 'a-rule',
			reason: match.reason,
			risk: 'high',
			effects: [],
			matches: [match],
			executes: [],
		};
	};
	const usual = { ownFiles: ['.github/own.yml'], allowsUnasked: false };
	const permission = (stdout = '{}') => JSON.parse(stdout).hookSpecificOutput;

	it('blocks with exit code 2 and tells the agent the reason [seeds 49]', () => {
		const { exitCode, stdout, stderr } = hookAnswer(verdict('block'), 'Bash', usual);
		expect([exitCode, stderr]).toEqual([2, 'Countersign: A reason.\\u{202e} (rule `a-rule`, policies/default.yml:7)']);
		expect(permission(stdout)).toEqual({
			hookEventName: 'PreToolUse',
			permissionDecision: 'deny',
			permissionDecisionReason: stderr,
		});
	});

	it('asks the person for a call that needs approval', () => {
		const { exitCode, stdout } = hookAnswer(verdict('confirm'), 'Bash', usual);
		expect([exitCode, permission(stdout).permissionDecision]).toEqual([0, 'ask']);
	});

	it('leaves an allowed call to Claude Code, unless allowsUnasked is set', () => {
		expect(hookAnswer(verdict('allow'), 'Bash', usual)).toEqual({ exitCode: 0 });
		const unasked = hookAnswer(verdict('allow'), 'Bash', { ...usual, allowsUnasked: true });
		expect([unasked.exitCode, permission(unasked.stdout).permissionDecision]).toEqual([0, 'allow']);
	});

	it('does not ask about tools without effects, unless a rule or pattern names them', () => {
		expect(hookAnswer(verdict('confirm'), 'TodoWrite', usual)).toEqual({ exitCode: 0 });
		expect(
			permission(hookAnswer(verdict('confirm', { file: '.github/own.yml' }), 'TodoWrite', usual).stdout)
				.permissionDecision,
		).toBe('ask');
		expect(
			permission(hookAnswer(verdict('confirm', { stage: 'patterns' }), 'TodoWrite', usual).stdout).permissionDecision,
		).toBe('ask');
		expect(hookAnswer(verdict('block'), 'TodoWrite', usual).exitCode).toBe(2);
		expect(permission(hookAnswer(verdict('confirm'), 'mcp__a__TodoWrite', usual).stdout).permissionDecision).toBe(
			'ask',
		);
	});
});

describe('withinTime', () => {
	it('returns the result of the function, or throws its error', () => {
		expect(withinTime(5_000, () => 7)).toBe(7);
		expect(() => withinTime(5_000, () => JSON.parse('{'))).toThrow(SyntaxError);
	});

	it('stops an endless function, even when the function catches every error', () => {
		const endless = () => {
			for (;;) {
				try {
					JSON.parse('{');
				} catch {
					JSON.stringify({});
				}
			}
		};
		expect(() => withinTime(20, endless)).toThrow(/timed out/);
	});
});
