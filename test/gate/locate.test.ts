import { describe, expect, it } from 'vitest';
import { locate, locatePattern } from '../../src/gate/locate.ts';
import { aWorkspace } from './support.ts';

const links = {
	'/checkouts/repo/link': '/var/data',
	'/checkouts/repo/in': '/checkouts/repo/src',
	'/checkouts/repo/deep': '/checkouts/repo/a/b/c',
};
const facts = aWorkspace({ links });

describe('the location of a path', () => {
	it.each([
		['.', { path: '.', inside: true }],
		['./', { path: '.', inside: true }],
		['src/', { path: 'src', inside: true }],
		['a b/ü.ts', { path: 'a b/ü.ts', inside: true }],
		['/checkouts/repo', { path: '.', inside: true }],
		['/checkouts/repo-evil/x', { path: '/checkouts/repo-evil/x', inside: false }],
		['..', { path: '/checkouts', inside: false }],
		['../'.repeat(100), { path: '/', inside: false }],
		['link/x', { path: '/var/data/x', inside: false }],
		['in/x', { path: 'src/x', inside: true }],
		// The kernel follows the link first; the text says `x`: the reading that leaves the root is told.
		['link/../x', { path: '/var/x', inside: false }],
		// Here it is the other way round: a tool that reads the text leaves the root.
		['deep/../../x', { path: '/checkouts/x', inside: false }],
		['a\0b', undefined],
	])('for %j [seeds 30]', (path, expected) => {
		expect(locate(facts, path, facts.root)).toEqual(expected);
	});

	it('is unknown when the file system port cannot tell it', () => {
		expect(locate({ ...facts, realPath: () => undefined }, 'a', facts.root)).toBeUndefined();
	});

	it.each([
		['*.ts', { path: '*.ts', inside: true }],
		['/*', { path: '/*', inside: false }],
		['./src/**/x', { path: 'src/**/x', inside: true }],
		['link/*', { path: '/var/data/*', inside: false }],
		['*/../../x', undefined],
	])('for the pattern %j', (path, expected) => {
		expect(locatePattern(facts, path, facts.root)).toEqual(expected);
	});
});
