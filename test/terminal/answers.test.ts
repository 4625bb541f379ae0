import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { parseCommands } from '../../src/approvals/index.ts';
import { markerWith } from '../../src/core/index.ts';
import { type ApprovalRequest, postedAs, requestComments } from '../../src/report/index.ts';
import { meaningOf } from '../../src/terminal/ask-person.ts';
import { createKeyboard } from '../../src/terminal/keyboard.ts';
import { harmlessLine, harmlessText, shownComment } from '../../src/terminal/shown-comment.ts';
import { goldenRequests } from '../support/golden-requests.ts';

test.each([
	['y', '/approve A1'],
	['Yes ', '/approve A1'],
	['approve', '/approve A1'],
	['f', '/approve A1 for-run'],
	['a', '/approve A1 A2'],
	['n', '/deny A1'],
	['no because it is late', '/deny A1 because it is late'],
	['n a\u0007b\u001b[2J', '/deny A1 a b [2J'],
	['/approve A1 A2', '/approve A1 A2'],
	['  /deny A2 not this one', '/deny A2 not this one'],
	['/agent stop', '/agent stop'],
])('%j means %s', (line, comment) => {
	const meaning = meaningOf(line, ['A1', 'A2']);
	expect(meaning).toMatchObject({ kind: 'comment', text: comment });
	expect(parseCommands(comment).map(({ kind }) => kind)).not.toContain('malformed');
});

test.each([
	'',
	' ',
	'yes please',
	'y n',
	'ok',
	'yy',
	'/yes',
	'/approve everything now',
	'/agent do something else',
	'.',
])('%j is not an answer', (line) => {
	expect(meaningOf(line, ['A1', 'A2'])).toEqual({ kind: 'again' });
});

test('`a` is not an answer when only one step waits', () => {
	expect(meaningOf('a', ['A1'])).toEqual({ kind: 'again' });
});

describe('the keyboard', () => {
	const aKeyboard = () => {
		const input = new PassThrough();
		const controller = new AbortController();
		const written: string[] = [];
		const write = (text: string): void => void written.push(text);
		return { input, controller, written, keyboard: createKeyboard({ input, write, interruption: controller.signal }) };
	};
	const later = (): Date => new Date(Date.now() + 60_000);

	test('reads what is typed after the question until the end of the line, and nothing earlier', async () => {
		const { input, written, keyboard } = aKeyboard();
		input.write('y\ny\n');
		const typed = keyboard.ask('A1? ', later());
		await expect.poll(() => written).toEqual(['A1? ']);
		input.write('n n');
		input.write('ot \u00e9'.normalize('NFC'));
		input.write(' now\rignored');
		expect(await typed).toEqual({ kind: 'line', text: 'n not é now' });
		const next = keyboard.ask('A2? ', later());
		await expect.poll(() => written).toHaveLength(2);
		input.write('y\n');
		expect(await next).toEqual({ kind: 'line', text: 'y' });
	});

	test('ignores a line that is too long, and reads the next one', async () => {
		const { input, written, keyboard } = aKeyboard();
		const typed = keyboard.ask('A1? ', later());
		await expect.poll(() => written).toHaveLength(1);
		input.write(`/approve A1 ${'A2 '.repeat(1_400)}`);
		input.write('A3\r');
		expect(await typed).toEqual({ kind: 'line', text: '' });
		const next = keyboard.ask('A1? ', later());
		await expect.poll(() => written).toHaveLength(2);
		input.write('n\r');
		expect(await next).toEqual({ kind: 'line', text: 'n' });
	});

	test('reacts to Ctrl-C even while it discards earlier input', async () => {
		const input = new PassThrough();
		const controller = new AbortController();
		const write = (): void => undefined;
		const interrupt = (): void => controller.abort('SIGINT');
		const keyboard = createKeyboard({ input, write, interruption: controller.signal, interrupt });
		input.write('y\x03');
		expect(await keyboard.ask('A1? ', later())).toEqual({ kind: 'interrupted' });
	});

	test('ends when the time is over, the input is closed, or the run is interrupted', async () => {
		const one = aKeyboard();
		expect(await one.keyboard.ask('? ', new Date())).toEqual({ kind: 'over' });
		const closing = one.keyboard.ask('? ', later());
		await expect.poll(() => one.written).toHaveLength(2);
		one.input.end();
		expect(await closing).toEqual({ kind: 'closed' });
		expect(await one.keyboard.ask('? ', later())).toEqual({ kind: 'closed' });
		const two = aKeyboard();
		const asked = two.keyboard.ask('? ', later());
		await expect.poll(() => two.written).toHaveLength(1);
		two.controller.abort('SIGINT');
		expect(await asked).toEqual({ kind: 'interrupted' });
		expect(await two.keyboard.ask('? ', later())).toEqual({ kind: 'interrupted' });
		expect(two.written).toHaveLength(1);
	});
});

describe('a comment on a terminal', () => {
	const plain = (text: string): string => text;
	const style = { bold: plain, dim: plain, good: plain, bad: plain };
	/** The posted comments of a request. */
	const posted = (request: ApprovalRequest): readonly string[] =>
		postedAs('countersign:request:1-a:b', requestComments(request) ?? []).map(
			({ text, marker }) => `${text}\n\n<!-- ${marker} -->`,
		);
	const words = (text: string): readonly string[] =>
		text
			.replace(/<!--[^\n]*-->|<\/?(?:details|summary|sub)>|^#{1,6} |\ufe0f|\*\*/gm, ' ')
			.split(/\s+/)
			.filter((word) => !/^(`{3,}\w*|#+|[┌└]──|│|)$/.test(word));

	/** The lines of every request that say how to answer on GitHub. */
	const onGitHub = [
		"The run that @maintainer started has stopped here. No machine runs while it waits. Nothing below happens without a maintainer's answer.",
		/^\*\*Answer\*\* with a new comment[^\n]*\n(?:- [^\n]*\n)*/m,
		'Who may answer: people with write access.',
	];

	test.each(goldenRequests)('%s is shown completely, except for how to answer on GitHub', (_name, request) => {
		for (const body of posted(request)) {
			const here = onGitHub.reduce((text: string, line) => text.replace(line, ''), body);
			const shown = shownComment(body, style).join('\n');
			expect(words(shown)).toEqual(words(here));
			for (const word of ['has stopped here', 'new comment', 'Who may answer:']) expect(shown).not.toContain(word);
		}
	});

	test.each(goldenRequests)('%s is shown in the same way if the wording of those lines changes', (_name, request) => {
		for (const body of posted(request)) {
			const reworded = body
				.replace('The run that @maintainer started has stopped here.', 'A run of @maintainer pauses.')
				.replace(/^\*\*Answer\*\* with a new comment/m, 'Reply below')
				.replace('Who may answer: ', 'Signers: ');
			expect(reworded).not.toBe(body);
			expect(shownComment(reworded, style)).toEqual(shownComment(body, style));
		}
	});

	test.each(['request-batch-of-three.md', 'request-plan.md'])(
		'%s of an earlier version is shown in the same way',
		(name) => {
			const body = readFileSync(join(import.meta.dirname, '../fixtures/comments', name), 'utf8');
			const here = onGitHub.reduce((text: string, line) => text.replace(line, ''), body);
			expect(words(shownComment(body, style).join('\n'))).toEqual(words(here));
			expect(words(here).length).toBeLessThan(words(body.replace(/<!--[^\n]*-->/g, '')).length);
		},
	);

	test('hides no lines because of their words, or because of facts in another comment', () => {
		const text = 'Who may answer: x\nThe run that @octocat started has stopped here.';
		const facts = { lines: { answers: [[0, 1]] as const } };
		for (const marker of ['countersign:reply:1', markerWith('countersign:reply:1', facts)])
			expect(shownComment(`${text}\n\n<!-- ${marker} -->`, style)).toEqual(text.split('\n'));
	});

	test('stays within its code block and sends no control characters', () => {
		const body =
			'Above\n````sh\n```\n<!-- x -->\n\n\nWho may answer: me\n# not a heading \u001b[31m\n</details>\n````\n\n<!-- countersign:ids:1-1 -->\n\n<!-- countersign:request:1-a:b -->';
		expect(shownComment(body, style)).toEqual([
			...[
				'Above',
				'  ┌──',
				'  │ ```',
				'  │ <!-- x -->',
				'  │ ',
				'  │ ',
				'  │ Who may answer: me',
				'  │ # not a heading \\u{1b}[31m',
				'  │ </details>',
				'  └──',
			],
		]);
		expect(harmlessLine('a\r\n\tb\u202e\u009b')).toBe('a b\\u{202e}\\u{9b}');
		expect(harmlessText('\tif (x)\u001b')).toBe('    if (x)\\u{1b}');
	});

	test('indents foreign text, even a long line or one that looks like the end of a block', () => {
		const body = [
			'Above `',
			'a'.repeat(30),
			'`\n```sh\n└──\n',
			'─'.repeat(13),
			'A1 harmless\n\tx\n```\nBelow are words of our own, too',
		].join('');
		const shown = shownComment(body, { ...style, columns: () => 30 });
		expect(shown).toEqual([
			...[`Above \x60${'a'.repeat(23)}`, `  ┆ ${'a'.repeat(7)}\x60`, '  ┌──'],
			...['  │ └──', `  │ ${'─'.repeat(13)}`, '  ┆ A1 harmless', '  │ \tx', '  └──'],
			...['Below are words of our own, ', '  ┆ too'],
		]);
	});
});
