import { expect, it } from 'vitest';
import { eachWord, hashOf } from '../../src/agent/each-word.ts';

function wordsIn(text: string): readonly string[] {
	const bytes = Buffer.from(text);
	const words: string[] = [];
	eachWord(bytes, (_, start, end) => words.push(bytes.toString('utf8', start, end)));
	return words;
}

it.each([
	['parseURLPath', ['parse', 'URL', 'Path', 'parseURLPath']],
	['parse_url_path', ['parse', 'url', 'path', 'parse_url_path']],
	['HTTPServer', ['HTTP', 'Server', 'HTTPServer']],
	['base64Encode', ['base64', 'Encode', 'base64Encode']],
	['MAX_SIZE', ['MAX', 'SIZE', 'MAX_SIZE']],
	['__init__', ['init', '__init__']],
	['$scope.get(x)', ['scope', '$scope', 'get']],
	['straße, größer', ['straße', 'größer']],
	['a b1 -- ', ['b1']],
	['', []],
])('splits %j at case changes and underscores, and also keeps the whole name', (text, words) => {
	expect(wordsIn(text)).toEqual(words);
});

it('gives all spellings of a name the same hash, and other names another', () => {
	const hashes = (text: string) => {
		const found: number[] = [];
		eachWord(Buffer.from(text), (hash) => found.push(hash));
		return found;
	};
	const whole = hashes('parseUrlPath').at(-1);
	for (const same of ['parse_url_path', 'PARSE_URL_PATH', 'ParseURLPath', '_parseUrlPath']) {
		expect(hashes(same).at(-1), same).toBe(whole);
	}
	expect(hashOf('parseurlpath')).toBe(whole);
	expect(hashes('parseUrlPaths').at(-1)).not.toBe(whole);
});
