import { describe, expect, it } from 'vitest';
import { guardHook, withGuardHook } from '../../src/commands/hook-settings.ts';

const own = { type: 'command', command: 'echo mine' };
const right = { matcher: '*', hooks: [{ ...guardHook }] };

function merged(settings: unknown, indent = 2) {
	const text = typeof settings === 'string' ? settings : JSON.stringify(settings, undefined, indent);
	const after = withGuardHook(text);
	expect(withGuardHook(after), 'merging again changes nothing').toBe(after);
	return JSON.parse(after.replace(/^\uFEFF/, ''));
}

const pre = (...groups: readonly unknown[]) => ({ hooks: { PreToolUse: groups } });

describe('settings for the hook', () => {
	it('are made for every tool where there are none, and fail closed by themselves [seeds 56]', () => {
		expect(JSON.parse(withGuardHook(undefined))).toEqual(pre(right));
		expect(guardHook.command).toMatch(
			/^"\$CLAUDE_PROJECT_DIR"\/\.countersign\/hooks\/safety-guard\.sh \|\| \{.*exit 2; \}$/,
		);
	});

	it('keep everything that is not ours [seeds 60]', () => {
		const before = {
			permissions: { deny: ['Bash(curl *)'] },
			hooks: { Stop: [{ hooks: [own] }], PreToolUse: [{ matcher: 'Bash', hooks: [own] }, 'odd', { hooks: 'odd' }] },
			__proto: 1,
		};
		expect(merged(before)).toEqual({
			...before,
			hooks: { ...before.hooks, PreToolUse: [...before.hooks.PreToolUse, right] },
		});
	});

	it.each([
		['a matcher for one tool', pre({ matcher: 'Bash', hooks: [guardHook] }), pre(right)],
		[
			'a group with somebody’s own',
			pre({ matcher: 'Bash', hooks: [own, guardHook] }),
			pre({ matcher: 'Bash', hooks: [own] }, right),
		],
		[
			'an older command',
			pre({ matcher: '*', hooks: [{ ...guardHook, command: '.countersign/hooks/safety-guard.sh' }] }),
			pre(right),
		],
		['another time', pre({ matcher: '*', hooks: [{ ...guardHook, timeout: 1 }] }), pre(right)],
		['a condition', pre({ matcher: '*', hooks: [{ ...guardHook, if: 'Bash(rm *)' }] }), pre(right)],
		['twice', pre(right, right), pre(right)],
		['twice in a group', pre({ matcher: '*', hooks: [guardHook, guardHook] }), pre(right)],
	])('repair what would not be called for every tool: %s', (_, before, after) => {
		expect(merged(before)).toEqual(after);
	});

	it.each([
		['', { matcher: '', hooks: [guardHook] }],
		['none', { hooks: [guardHook, own] }],
	])('leave a group that is right as it is: matcher %j', (_, group) => {
		const text = `{"hooks": {"PreToolUse":\n\n[${JSON.stringify(group)}]}}`;
		expect(withGuardHook(text)).toBe(text);
	});

	it('are written as they were: indentation, line breaks, byte order mark, no end of line', () => {
		const text = '\uFEFF{\r\n\t"model": "é"\r\n}';
		const after = withGuardHook(text);
		expect(after).toMatch(/^\uFEFF\{\r\n\t"model": "é",\r\n\t"hooks": \{\r\n\t\t"PreToolUse"/);
		expect([after.replaceAll('\r\n', '').includes('\n'), after.endsWith('}')]).toEqual([false, true]);
		expect(withGuardHook('{\n    "a": 1\n}\n')).toMatch(/^\{\n {4}"a": 1,\n {4}"hooks"[\s\S]*\}\n$/);
	});

	it.each([
		['{', /it is no JSON/],
		['{"a": 1,}', /it is no JSON/],
		['[]', /it is no JSON object/],
		['{"hooks": []}', /`hooks` is no object/],
		['{"hooks": {"PreToolUse": {}}}', /`hooks.PreToolUse` is no list/],
		['{"a": 1, "a": {"b": "c\\":"}}', /a key stands in it twice/],
	])('refuse what cannot be merged: %j', (text, message) => {
		expect(() => withGuardHook(text)).toThrow(message);
	});
});
