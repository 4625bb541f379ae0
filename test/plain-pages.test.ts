import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentencesOf, writtenLines } from './support/prose.ts';

const root = join(import.meta.dirname, '..');
const read = (page: string): string => readFileSync(join(root, page), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort();
const decisions = globSync('docs/decisions/2*.md', { cwd: root }).map((page) => basename(page));
/** Scripts write these pages from lists that grow with the code. */
const listings = ['docs/api.md', 'docs/seeds-coverage.md'];

const longestSentence = 30;
const longestAverage = 17;
/** The height of two screens. */
const mostLines = 140;

describe('the sentences of a page', () => {
	it('end at a full stop, and exclude code, tables, quotations and filled blocks', () => {
		const page = [
			'# A title is no sentence',
			'One `long code here` counts. Two ends! Three [has a link](x.md)?',
			'| a table | counts |\n|---|---|\n| not | here |',
			'> A quotation does not count.',
			'<!-- rates-start -->\nA filled block does not count.\n<!-- rates-end -->',
			'- An item counts\n- `x.y` begins another',
		].join('\n\n');
		const found = sentencesOf(page).map(({ text, words }) => [text, words]);
		expect(found).toEqual([
			['One Code counts.', 3],
			['Two ends!', 2],
			['Three has a link?', 4],
			['An item counts', 3],
			['Code begins another', 3],
		]);
	});
});

describe.each(pages)('%s', (page) => {
	const sentences = sentencesOf(read(page));

	it('has no sentence that is too long', () => {
		expect(sentences.filter(({ words }) => words > longestSentence)).toEqual([]);
	});

	it('has short sentences on average', () => {
		const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
		expect(words / Math.max(1, sentences.length)).toBeLessThanOrEqual(longestAverage);
	});
});

// People only look things up in lists.
it.each(pages.filter((page) => !listings.includes(page)))('%s fits on two screens', (page) => {
	expect(writtenLines(read(page)).length).toBeLessThanOrEqual(mostLines);
});

/** The linked file of each row of an index. */
function linkedIn(page: string): readonly string[] {
	return [...read(page).matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \| [^|]+ \|$/gm)].map(([, file = '']) => file);
}

describe('the index', () => {
	it('of docs/ lists each page exactly once', () => {
		const listed = linkedIn('docs/index.md').filter((file) => file !== '../README.md');
		const known = globSync('docs/*.md', { cwd: root }).map((page) => basename(page));
		expect([...listed].sort()).toEqual([...known.filter((name) => name !== 'index.md'), 'decisions/README.md'].sort());
	});

	it('of docs/decisions/ lists each decision exactly once', () => {
		expect([...linkedIn('docs/decisions/README.md')].sort()).toEqual([...decisions].sort());
	});

	it('marks exactly the decisions that say that they are superseded', () => {
		const marked = [...read('docs/decisions/README.md').matchAll(/\(([^)]+)\) \|[^|]*\*Superseded/g)];
		const saying = decisions.filter((name) => /^# .*\n\nSuperseded .*\]\(2/.test(read(`docs/decisions/${name}`)));
		expect(marked.map(([, name]) => name).sort()).toEqual(saying.sort());
	});

	it('is linked from the README', () => {
		expect(read('README.md')).toContain('(docs/index.md)');
	});
});
