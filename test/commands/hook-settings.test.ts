import { describe, expect, it } from 'vitest';
import { hookPlaces } from '../../src/commands/hook/hook-places.ts';
import { withGuardHook, withoutGuardHook } from '../../src/commands/hook/hook-settings.ts';

const { claude, gemini } = hookPlaces;
const guardHook = claude.hooks.personal;
const own = { type: 'command', command: 'echo mine' };
const right = { matcher: '*', hooks: [{ ...guardHook }] };

function merged(settings: unknown, indent = 2) {
	const text = typeof settings === 'string' ? settings : JSON.stringify(settings, undefined, indent);
	const after = withGuardHook(text);
	expect(withGuardHook(after), 'merging again changes nothing').toBe(after);
	return JSON.parse(after.replace(/^\uFEFF/, ''));
}

const pre = (...groups: readonly unknown[]) => ({ hooks: { PreToolUse: groups } });

const personal = { place: claude, path: claude.files.personal, scope: 'personal' } as const;

describe('settings for the hook', () => {
	it('register the hook for every tool, with a command that fails closed [seeds 56]', () => {
		expect(JSON.parse(withGuardHook(undefined))).toEqual(pre(right));
		expect(guardHook.command).toMatch(
			/^"\$CLAUDE_PROJECT_DIR"\/\.countersign\/hooks\/safety-guard\.sh \|\| \{.*exit 2; \}$/,
		);
	});

	it('keep everything that is not part of the hook [seeds 60]', () => {
		const before = {
			permissions: { deny: ['Bash(curl *)'] },
			hooks: { Stop: [{ hooks: [own] }], PreToolUse: [{ matcher: 'Bash', hooks: [own] }, 'odd', { hooks: 'odd' }] },
			__proto: 1,
		};
		expect(merged(before)).toEqual({
			...before,
			hooks: { ...before.hooks, PreToolUse: [...before.hooks.PreToolUse.slice(0, -1), right, { hooks: 'odd' }] },
		});
	});

	it.each([
		['a matcher for one tool', pre({ matcher: 'Bash', hooks: [guardHook] }), pre(right)],
		[
			'a group with another hook',
			pre({ matcher: 'Bash', hooks: [own, guardHook] }),
			pre(right, { matcher: 'Bash', hooks: [own] }),
		],
		[
			'an older command',
			pre({ matcher: '*', hooks: [{ ...guardHook, command: '.countersign/hooks/safety-guard.sh' }] }),
			pre(right),
		],
		['another timeout', pre({ matcher: '*', hooks: [{ ...guardHook, timeout: 1 }] }), pre(right)],
		['a condition', pre({ matcher: '*', hooks: [{ ...guardHook, if: 'Bash(rm *)' }] }), pre(right)],
		['twice', pre(right, right), pre(right)],
		['twice in a group', pre({ matcher: '*', hooks: [guardHook, guardHook] }), pre(right)],
	])('get a correct hook in place of one that does not run for every tool: %s', (_, before, after) => {
		expect(merged(before)).toEqual(after);
	});

	it.each([
		['', { matcher: '', hooks: [guardHook] }],
		['none', { hooks: [guardHook, own] }],
	])('keep a correct group unchanged: matcher %j', (_, group) => {
		const text = `{"hooks": {"PreToolUse":\n\n[${JSON.stringify(group)}]}}`;
		expect(withGuardHook(text)).toBe(text);
	});

	it.each<readonly [string, string, string]>([
		[
			'a tab, CRLF, a byte order mark, no end of line',
			'\uFEFF{\r\n\t"model": "é"\r\n}',
			'\uFEFF{\r\n\t"hooks": {\r\n\t\t"PreToolUse": [',
		],
		[
			'four spaces',
			'{\n    "a": [1, 2],\n    "b": { "c": 1 }\n}\n',
			'{\n    "a": [1, 2],\n    "hooks": {\n        "PreToolUse": [',
		],
		['one line', '{ "a": 1 }', '{ "hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command",'],
		['no spaces', '{"a":1}', '{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command",'],
		[
			'a list within one line',
			'{\n  "hooks": {\n    "PreToolUse": [{ "matcher": "Bash" }]\n  }\n}',
			'{\n  "hooks": {\n    "PreToolUse": [{"matcher": "*", ',
		],
		[
			'an empty list',
			'{\n  "hooks": {\n    "PreToolUse": []\n  }\n}\n',
			'{\n  "hooks": {\n    "PreToolUse": [{"matcher": "*", ',
		],
		['empty hooks', '{\n  "hooks": {},\n  "a": 1\n}\n', '{\n  "hooks": {"PreToolUse": [{"matcher": "*", '],
		[
			'hooks of another event',
			'{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
			'{\n  "hooks": {\n    "PreToolUse": [\n      {\n        "matcher": "*",',
		],
		['an empty file', '{}\n', '{"hooks": {"PreToolUse": [{"matcher": "*", '],
		['an empty file of two lines', '{\n}\n', '{"hooks": {"PreToolUse": [{"matcher": "*", '],
		['spaces at the end of a line', '{ \n\t"a": 1, \n\t"b": 2\n}', '{ \n\t"a": 1, \n\t"hooks": {\n\t\t"PreToolUse": ['],
	])('keep their layout when the hook is added and removed: %s', (_, before, start) => {
		const after = withGuardHook(before);
		expect(after.slice(0, start.length)).toBe(start);
		expect(withGuardHook(after)).toBe(after);
		expect(withoutGuardHook(after, personal)).toBe(before);
	});

	it('only gain lines; existing lines do not change', () => {
		const before =
			'{\n  "a": 1,\n  "hooks": {\n    "PreToolUse": [\n      {\n        "hooks": []\n      }\n    ]\n  }\n}\n';
		const lines = withGuardHook(before).split('\n');
		expect(before.split('\n').every((line) => lines.includes(line))).toBe(true);
		expect(lines.length).toBe(before.split('\n').length + 11);
	});

	it('keep comments for Gemini CLI and refuse them for Claude Code', () => {
		const before = '{\n  // "hooks": {,\n  "a": 1, // one, and\n  /* two: */ "b": [] /* , */\n}\n';
		const after = withGuardHook(before, { place: gemini, scope: 'personal' });
		expect(after).toMatch(
			/^\{\n {2}\/\/ "hooks": \{,\n {2}"a": 1, \/\/ one, and\n {2}"hooks": \{\n[\s\S]*\n {2}\},\n {2}\/\* two: \*\/ "b"/,
		);
		expect(withoutGuardHook(after, { place: gemini, path: 'x', scope: 'personal' })).toBe(before);
		expect(() => withGuardHook(before)).toThrow(/added to \.claude\/settings\.local\.json: it is not valid JSON/);
		expect(() => withGuardHook('{"a": 1,}', { place: gemini, scope: 'personal' })).toThrow(/it is not valid JSON/);
	});

	it('lose only the hook that an earlier version wrote', () => {
		const old = { matcher: '*', hooks: [{ ...guardHook, timeout: 30 }] };
		const text = JSON.stringify(
			{ a: 1, hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [own] }, old] } },
			undefined,
			2,
		);
		const without = JSON.stringify({ a: 1, hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [own] }] } }, undefined, 2);
		expect(withoutGuardHook(text, personal)).toBe(without);
		const alone = JSON.stringify({ a: 1, hooks: { PreToolUse: [old] } }, undefined, 2);
		expect(withoutGuardHook(alone, personal)).toBe('{\n  "a": 1\n}');
		expect(withoutGuardHook(JSON.stringify({ hooks: { PreToolUse: [old] } }, undefined, 2), personal)).toBeUndefined();
		const both = JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [own, guardHook] }] } });
		expect(JSON.parse(withoutGuardHook(both, personal) ?? '')).toEqual(pre({ matcher: '*', hooks: [own] }));
	});

	it('keep the hook of the other scope when they lose one', () => {
		const text = JSON.stringify(pre({ matcher: '*', hooks: [claude.hooks.shared] }));
		expect(withoutGuardHook(text, personal)).toBe(text);
		expect(withoutGuardHook(text, { ...personal, scope: 'shared' })).toBe('{}');
	});

	it('keep another hook next to a second copy of ours', () => {
		const second = { matcher: '*', hooks: [own, guardHook] };
		expect(merged(pre(right, second))).toEqual(pre(right, { matcher: '*', hooks: [own] }));
	});

	it.each([
		['{', /it is not valid JSON/],
		['{"a": 1,}', /it is not valid JSON/],
		['[]', /it is not a JSON object/],
		['{"hooks": []}', /`hooks` is not an object/],
		['{"hooks": {"PreToolUse": {}}}', /`hooks.PreToolUse` is not a list/],
		['{"a": 1, "a": {"b": "c\\":"}}', /it contains a key twice/],
	])('are refused when they cannot be merged: %j', (text, message) => {
		expect(() => withGuardHook(text)).toThrow(message);
	});
});
