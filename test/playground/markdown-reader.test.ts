import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ReadMarkdown, readMarkdown } from '../../playground/page/parts/markdown-html.ts';
import { type MarkdownEvents, MarkdownReader } from '../../playground/page/parts/markdown-reader.ts';
import { hostileMarkdown, usualAnswer } from '../report/markdown-texts.ts';
import { waitingThread } from './worlds.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** A reader whose workers answer when the test says so. */
function played(memory = 1_000) {
	const workers: { readonly events: MarkdownEvents; readonly asked: string[]; isEnded: boolean }[] = [];
	const told: Record<string, ReadMarkdown> = {};
	const reader = new MarkdownReader({
		start: (events) => {
			const worker = { events, asked: [] as string[], isEnded: false };
			workers.push(worker);
			return {
				postMessage: (text) => worker.asked.push(text),
				terminate: () => {
					worker.isEnded = true;
				},
			};
		},
		limit: 1_000,
		memory,
	});
	const read = (text: string) =>
		reader.read(text, (one) => {
			told[text] = one;
		});
	const answer = (html: string) => workers.at(-1)?.events.answered({ html });
	const ready = () => workers.at(-1)?.events.ready();
	return { reader, workers, told, read, answer, ready };
}

const slow = { why: 'it takes longer than 1 seconds to read.' };

describe('a Markdown reader', () => {
	test('reads one text at a time, the newest request first', () => {
		const { workers, told, read, answer, ready } = played();
		for (const text of ['a', 'b']) read(text);
		expect(workers[0]?.asked).toEqual([]);
		ready();
		for (const text of ['c', 'a']) read(text);
		expect(workers[0]?.asked).toEqual(['b']);
		for (const html of ['B', 'A', 'C']) answer(html);
		expect(workers[0]?.asked).toEqual(['b', 'a', 'c']);
		expect(told).toEqual({ a: { html: 'A' }, b: { html: 'B' }, c: { html: 'C' } });
		expect(workers).toHaveLength(1);
	});

	test('gives up a slow text, does not retry it, and continues with a new worker', () => {
		const { workers, told, read, answer, ready } = played();
		read('next');
		read('slow');
		// Only the work counts, not the start of the worker.
		vi.advanceTimersByTime(5_000);
		ready();
		vi.advanceTimersByTime(999);
		expect(told).toEqual({});
		vi.advanceTimersByTime(1);
		expect(told).toEqual({ slow });
		read('slow');
		ready();
		// A late answer of the ended worker is ignored.
		workers[0]?.events.answered({ html: 'late' });
		workers[0]?.events.broken('late');
		answer('N');
		vi.advanceTimersByTime(5_000);
		expect(told).toEqual({ slow, next: { html: 'N' } });
		expect(workers.map(({ asked, isEnded }) => [asked, isEnded])).toEqual([
			[['slow'], true],
			[['next'], false],
		]);
	});

	test('says that a worker broke, and tries the next text with a new one', () => {
		const { workers, told, read } = played();
		for (const text of ['a', 'b']) read(text);
		workers[0]?.events.broken('a file cannot be loaded');
		const broken = { why: 'it cannot be read in this browser: a file cannot be loaded.' };
		expect(told).toEqual({ b: broken });
		workers[1]?.events.broken('a file cannot be loaded');
		expect(told).toEqual({ a: broken, b: broken });
		expect(workers).toHaveLength(2);
	});

	test('drops a request that was cancelled', () => {
		const { workers, told, read, answer, ready } = played();
		read('a');
		const takeBack = read('b');
		takeBack();
		ready();
		answer('A');
		expect(workers[0]?.asked).toEqual(['a']);
		expect(told).toEqual({ a: { html: 'A' } });
	});

	test('caches texts, and drops the oldest first', () => {
		const { reader, workers, read, answer, ready } = played(6);
		read('a');
		ready();
		answer('AA');
		read('a');
		expect(workers[0]?.asked).toEqual(['a']);
		for (const text of ['b', 'c']) {
			read(text);
			answer('XX');
		}
		expect(['a', 'b', 'c'].map((text) => reader.known(text))).toEqual([undefined, { html: 'XX' }, { html: 'XX' }]);
	});
});

describe('readMarkdown', () => {
	test('returns HTML for ordinary texts, hostile texts and long code', () => {
		const code = `Look:\n\n\`\`\`js\n${'a_b * c[0];\n'.repeat(1500)}\`\`\`\n`;
		const texts = [usualAnswer, hostileMarkdown, code, ...waitingThread.comments.map(({ body }) => body)];
		expect(texts.map(readMarkdown).filter((read) => !('html' in read))).toEqual([]);
	});

	test.each([
		['a text longer than GitHub allows', 'x'.repeat(70_000)],
		['a short text with much HTML', '"'.repeat(60_000)],
	])('refuses %s', (_name, text) => {
		expect(readMarkdown(text)).toEqual({ why: 'it is too long.' });
	});

	test('disables scripts, styles and templates', () => {
		expect(readMarkdown('<b onclick="x" style="y">a</b> <template>b</Template>')).toEqual({
			html: '<p><b x-onclick="x" x-style="y">a</b> &lt;template>b&lt;/Template></p>',
		});
	});
});
