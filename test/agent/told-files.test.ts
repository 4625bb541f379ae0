import { describe, expect, it } from 'vitest';
import { assembleContext } from '../../src/agent/index.ts';
import { anInput } from './context-input.ts';

const line = 'export const flakyTimer = newTimer({ repeat: true });\n';

/** Twenty ranked files of 300 lines. */
const files = Array.from({ length: 20 }, (_, rank) => ({
	path: `src/timer${rank}.ts`,
	text: line.repeat(300),
	score: 1 / (1 + rank),
}));

const tree = Array.from({ length: 9_000 }, (_, index) => `src/part${index % 300}/file${index}.ts`);

function told(budget: number) {
	const { report, user } = assembleContext(anInput({ files, tree, budget }));
	const spent = report.spending.reduce((sum, one) => sum + one.spent, 0);
	const shown = report.sources.flatMap(({ source, shown: isShown }) =>
		isShown && source.startsWith('src/') ? [source] : [],
	);
	return { spent, shown, user };
}

describe.each([8_000, 32_000])('a budget of %i tokens', (budget) => {
	it('is filled with the best files and never exceeded', () => {
		const { spent, shown } = told(budget);
		expect(spent).toBeLessThanOrEqual(budget);
		expect(spent).toBeGreaterThan(budget * 0.7);
		expect(shown.length).toBeGreaterThanOrEqual(10);
		expect(shown).toEqual(files.slice(0, shown.length).map(({ path }) => `${path}, in the checkout`));
	});

	it('shows more of the best three than of the others', () => {
		const { user } = told(budget);
		const lengths = [...user.matchAll(/source="src\/timer\d+\.ts, in the checkout">\n([^<]*)</g)].map(
			([, text = '']) => text.length,
		);
		expect(Math.min(...lengths.slice(0, 3))).toBeGreaterThan(Math.max(...lengths.slice(3)));
	});
});

it('shows a file with a very low score', () => {
	const body = Array.from({ length: 90 }, (_, index) => `word${index}`).join(' ');
	const input = anInput({ files: [{ path: 'src/a.ts', text: 'export {};', score: 0.02 }] });
	expect(assembleContext({ ...input, issue: { ...input.issue, body } }).user).toContain(
		'source="src/a.ts, in the checkout"',
	);
});

it('derives the fence from the whole file, including the parts that are not shown', () => {
	const fenceOf = (end: string) => {
		const text = `${line.repeat(2_000)}${end}`;
		const { user } = assembleContext(anInput({ files: [{ path: 'src/a.ts', text, score: 1 }] }));
		expect(user).not.toContain(end);
		return /untrusted-([0-9a-f]+)/.exec(user)?.[1];
	};
	expect(fenceOf('one end')).not.toBe(fenceOf('two ends'));
});
