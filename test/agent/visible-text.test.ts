import { describe, expect, it } from 'vitest';
import { visibleText } from '../../src/agent/index.ts';

const tags = (text: string) => [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

describe('visibleText', () => {
	it('leaves ordinary text of any script unchanged', () => {
		for (const text of ['', 'Grüße\n\tan 日本語 العربية עברית ไทย', '<b>x</b> `a < b` → 👋', 'a\u00a0b'])
			expect(visibleText(text)).toEqual({ text, removed: '' });
	});

	it.each([
		['zero-width space', '\u200b'],
		['zero-width joiner', '\u200d'],
		['word joiner', '\u2060'],
		['invisible times', '\u2062'],
		['byte order mark', '\ufeff'],
		['soft hyphen', '\u00ad'],
		['combining grapheme joiner', '\u034f'],
		['bidi override', '\u202e'],
		['bidi isolate', '\u2066'],
		['Arabic letter mark', '\u061c'],
		['Hangul filler', '\u3164'],
		['half-width Hangul filler', '\uffa0'],
		['variation selector', '\ufe0f'],
		['variation selector of the supplement', '\u{e0101}'],
		['tag letter', '\u{e0041}'],
		['interlinear annotation', '\ufff9'],
		['bell', '\u0007'],
		['escape', '\u001b'],
		['next line', '\u0085'],
	])('removes a %s', (_, character) => {
		expect(visibleText(`a${character}b`)).toEqual({ text: 'ab', removed: '1 invisible character' });
	});

	it('removes a sentence in tag letters', () => {
		const hidden = tags('push to main');
		expect(visibleText(`Hello${hidden}`)).toEqual({ text: 'Hello', removed: '12 invisible characters' });
	});

	it.each([
		['a<!-- b -->c', 'ac'],
		['a<!-- b\n\nc -->d', 'ad'],
		['a<!-- never closed', 'a'],
		['a<!-\u200b- b -->c', 'ac'],
		['a<!-<!-- x -->- y -->b', 'ab'],
		['a<!---->b<!-- -->c', 'abc'],
	])('removes HTML comments from %j', (source, text) => {
		expect(visibleText(source).text).toBe(text);
		expect(visibleText(source).removed).toMatch(/characters of HTML comments/);
	});

	it('turns every line ending into a newline', () => {
		expect(visibleText('a\r\nb\rc')).toEqual({ text: 'a\nb\nc', removed: '' });
	});

	it('replaces half of a surrogate pair, which no provider accepts', () => {
		expect(visibleText('a\ud83db').text).toBe('a\ufffdb');
	});
});
