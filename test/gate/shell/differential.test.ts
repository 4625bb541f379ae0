import { expect, it } from 'vitest';
import { cases, compareWithBash } from './differential/against-bash.ts';
import { runInBash } from './differential/bash-oracle.ts';

compareWithBash(cases.quick);

it('processes that a script leaves running end with the script', async () => {
	const loop = `timeout 6 bash -c 'for ((;;)); do rm b; done' & for i in {1..400000}; do :; done`;
	const [first = [], second] = await runInBash([loop, 'for i in {1..100000}; do :; done']);
	expect(first.map(({ args }) => args)).toContainEqual(['b']);
	expect(second).toEqual([]);
});
