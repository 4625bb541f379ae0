import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderedMarkdown } from './support/rendered-markdown.ts';

const root = join(import.meta.dirname, '..');
const pages = globSync(['*.md', '{docs,examples,skills,policies}/**/*.md'], { cwd: root });
const htmlOf = (path: string): string => renderedMarkdown(readFileSync(path, 'utf8'));

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(path: string): readonly string[] {
	const seen = new Map<string, number>();
	return [...htmlOf(path).matchAll(/<h[1-6]>(.*?)<\/h[1-6]>/gs)].map(([, heading = '']) => {
		const text = heading.replace(/<[^>]*>/g, '').replace(/&(?:amp|lt|gt|quot);/g, '');
		const anchor = text
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
			.replaceAll(' ', '-');
		const times = seen.get(anchor) ?? 0;
		seen.set(anchor, times + 1);
		return times === 0 ? anchor : `${anchor}-${times}`;
	});
}

/** Why a link of a page is broken; undefined if it works. */
function fault(page: string, link: string): string | undefined {
	const { pathname, hash } = new URL(link, `file://${join(root, page)}`);
	const path = decodeURIComponent(pathname);
	if (!existsSync(path)) return `${page}: ${link} is not there`;
	if (hash === '' || statSync(path).isDirectory() || !path.endsWith('.md')) return undefined;
	return anchorsOf(path).includes(decodeURIComponent(hash.slice(1)))
		? undefined
		: `${page}: ${link} is no heading there`;
}

test('every repository link of a page leads to an existing file and heading', () => {
	const links = pages.flatMap((page) =>
		[...htmlOf(join(root, page)).matchAll(/ (?:href|src)="([^"]*)"/g)]
			.map(([, link = '']) => link)
			.filter((link) => !/^[a-z]+:/.test(link))
			.map((link) => ({ page, link })),
	);
	expect(links.length).toBeGreaterThan(100);
	expect(links.map(({ page, link }) => fault(page, link)).filter((found) => found !== undefined)).toEqual([]);
});
