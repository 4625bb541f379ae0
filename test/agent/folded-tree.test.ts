import { expect, it } from 'vitest';
import { foldedTree } from '../../src/agent/folded-tree.ts';

it('shows a small tree completely, sorted', () => {
	expect(foldedTree(['b/c', 'a'])).toEqual(['a', 'b/c']);
});

it('folds a large tree at the deepest level that fits', () => {
	const files = Array.from({ length: 500 }, (_, index) => `src/part${index % 5}/inner/file${index}.ts`);
	expect(foldedTree(['README.md', ...files])).toEqual([
		'README.md',
		...[0, 1, 2, 3, 4].map((part) => `src/part${part}/inner/ [100 files]`),
	]);
});

it('shortens a first level that is too long, and says so', () => {
	const lines = foldedTree(Array.from({ length: 450 }, (_, index) => `folder${index}/file`));
	expect(lines).toHaveLength(401);
	expect(lines.at(-1)).toBe('[50 more paths; list a folder to see them]');
});
