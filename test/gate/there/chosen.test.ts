import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/core/index.ts';
import { aCheckout, judge } from './checkouts.ts';

/** A match or the name of a branch is no name of a file, but a path that is made of it may lead to a link. */
describe('names that others chose, and files with such names', () => {
	it('are not allowed when the name may be a link', () => {
		const checkout = aCheckout({ links: { 'docs/k.md': '~/.ssh/id_rsa' } });
		const plain = aCheckout();
		const command = 'cat docs/$(git branch --show-current).md';
		expect(judge(command, checkout).decision).not.toBe('allow');
		expect(judge(command, plain).decision).toBe('allow');
		checkout.remove();
		plain.remove();
	});

	it('do not make a search ask about odd names, even if names are unknown', () => {
		const checkout = aCheckout({ files: ['-e1e id;#', 'x y'] });
		const { entries: _told, ...facts }: Facts = checkout.facts;
		const command = 'for w in $(grep -oE "\\w+" README.md); do grep -rn "$w" src; done';
		expect(judge(command, checkout).decision).toBe('allow');
		expect(judge(command, { facts }).decision).toBe('allow');
		checkout.remove();
	});
});
