import { expect, test } from 'vitest';
import { addressOf, longestAddress, readAddress } from '../../playground/page/bench/address.ts';
import { type BenchState, startState } from '../../playground/page/bench/bench-state.ts';

const whole: BenchState = {
	call: { kind: 'tool', tool: 'file_write', args: '{"path":"a&b=c#d.txt","content":"ä \\u0000 %"}' },
	files: [{ path: 'a b.txt', text: '+&=#%\n"', changed: true }],
	first: { mode: 'plan', policies: ['strict', 'dev-tools'] },
	second: { mode: 'auto', policies: [], own: 'rules: []\n# ü' },
};

test('a state can be read back from its address', () => {
	for (const state of [
		startState,
		whole,
		{ ...whole, call: { kind: 'command', command: 'a && b # "c"\n\t+' } } as const,
	]) {
		expect(readAddress(`#${addressOf(state)}`)).toEqual(state);
	}
});

test('the address leaves out unchanged files', () => {
	expect(addressOf(startState)).toBe('gate?command=npm+test+%26%26+git+push+origin+main&mode=default&policy=default');
	expect((readAddress(`#${addressOf(startState)}`) as BenchState).files).toBe(startState.files);
});

test('an address without a state changes nothing', () => {
	for (const hash of ['', '#gate', '#threads?thread=3', '#gatekeeper?mode=auto'])
		expect(readAddress(hash)).toBeUndefined();
});

test('a state that is too long gets no address', () => {
	const command = 'x'.repeat(longestAddress);
	expect(addressOf({ ...startState, call: { kind: 'command', command } })).toBeUndefined();
	expect(readAddress(`#gate?command=${command}`)).toBe('It has more than 16,000 characters.');
});

test.each([
	['mode=fast', 'Unknown mode "fast".'],
	['mode=toString', 'Unknown mode "toString".'],
	['policy=default,../../etc/passwd', 'Unknown policy "../../etc/passwd".'],
	['policy=__proto__', 'Unknown policy "__proto__".'],
	['tool=constructor&args={}', 'Unknown tool "constructor".'],
	['command=a&tool=file_read', 'It has both a command and a tool.'],
	['command=a&command=b', 'It has the key "command" twice.'],
	['%E2%80%AEevil=1', 'Unknown key " evil".'],
	['mode2=fast', 'Unknown mode "fast".'],
	['files={', 'Its list of files is not valid.'],
	['files=[{"path":1,"text":""}]', 'Its list of files is not valid.'],
	['files=[null]', 'Its list of files is not valid.'],
	['files=[{"path":"../a","text":""}]', 'Not a path of a file in the checkout: "../a".'],
	[`mode=${'<b>'.repeat(40)}`, `Unknown mode "${'<b>'.repeat(13)}<".`],
])('the address `%s` is refused with its reason', (values, reason) => {
	expect(readAddress(`#gate?${values}`)).toBe(reason);
});

test('broken escapes and unknown fields of files are harmless', () => {
	expect(readAddress('#gate?command=%E0%A4%A')).toMatchObject({ call: { kind: 'command' } });
	const files = JSON.stringify([{ path: 'a', text: '', changed: 'yes', __proto__: { x: 1 }, more: 1 }]);
	expect(readAddress(`#gate?files=${encodeURIComponent(files)}`)).toMatchObject({ files: [{ path: 'a', text: '' }] });
});
