import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parseCommands } from '../../src/approvals/index.ts';
import { checkText, progressComment, type RunView, timeline } from '../../src/report/index.ts';
import { renderedMarkdown, textForMentions } from '../support/rendered-markdown.ts';
import { situations } from './situations.ts';

const golden = join(import.meta.dirname, '..', 'golden', 'surfaces');

/** The head in the last line, in the format of `audit verify`. */
const headIn = (text: string): string | undefined =>
	/`countersign audit verify run\.zip --head (\S+)`<\/sub>$/.exec(text.split('\n').at(-1) ?? '')?.[1];
const shown = ({ count, hash }: NonNullable<RunView['head']>): string => `${count}:${hash}`;

describe.each(Object.entries(situations))('%s', (name, { view, line }) => {
	it('matches its golden file', async () => {
		const { conclusion, title } = checkText(view);
		await expect(`${progressComment(view)}\n`).toMatchFileSnapshot(join(golden, `${name}.md`));
		await expect(`check: ${conclusion}, "${title}"\n\n${timeline(line)}\n`).toMatchFileSnapshot(
			join(golden, `${name}-timeline.md`),
		);
	});

	it('contains no commands, and shows the journal head in its last line', () => {
		expect(parseCommands(progressComment(view))).toEqual([]);
		expect(headIn(progressComment(view))).toEqual(view.head && shown(view.head));
	});

	it('uses no HTML in a check except in the last line', () => {
		expect(checkText(view).summary.match(/<\/?(?!sub>)[a-z]+/g)).toBeNull();
	});
});

const [completed, waiting] = [situations['completed'], situations['waiting']] as const;

test.each<[string, Partial<RunView>, string]>([
	['everything was done', { rows: completed?.view.rows.filter(({ end }) => end === 'done') ?? [] }, 'success'],
	['a step was blocked', {}, 'neutral'],
	['a step was denied', { rows: situations['denied']?.view.rows ?? [] }, 'neutral'],
	[
		'a step failed',
		{ rows: (completed?.view.rows ?? []).map((row) => ({ ...row, end: 'failed' as const })) },
		'neutral',
	],
	['nothing was done', { rows: [] }, 'neutral'],
	[
		'it ran out of rounds',
		{
			rows: completed?.view.rows.slice(0, 1) ?? [],
			outcome: { kind: 'completed', reason: 'iterations-exhausted', message: 'It stopped.' },
		},
		'neutral',
	],
])('a completed run gets a green check only when it deserves one: %s', (_what, more, conclusion) => {
	expect(completed === undefined ? '' : checkText({ ...completed.view, ...more }).conclusion).toBe(conclusion);
});

const nasty = [
	'``` x',
	'| a | b |\n|---|---|',
	'</details></sub><!-- x -->',
	'👨‍👩‍👧‍👦'.repeat(500),
	`e${'\u0301'.repeat(3_000)}`,
	'\ud83d',
	'\u202e\u200b@octo-org/all',
	'/approve A1\n/deny A2',
	'`'.repeat(200),
	'<'.repeat(5_000),
	'&amp;\n- [x] done\n# Big\n---',
	';end #59; %%{init: {}}%% P->>A: x\nNote over P: y "((',
	'x'.repeat(90_000),
	'',
];

/** Gives the same numbers in every run of the test. */
function dice(seed: number): (sides: number) => number {
	let state = seed;
	return (sides) => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
		return (state >>> 8) % sides;
	};
}

function hostileView(seed: number): RunView {
	const roll = dice(seed);
	const words = (): string => Array.from({ length: 1 + roll(4) }, () => nasty[roll(nasty.length)] ?? '').join(' ');
	const base = [...Object.values(situations)][roll(6)]?.view;
	if (base === undefined) throw new Error('there are six');
	const many = (): number => [0, 1, 30, 400][roll(4)] ?? 0;
	return {
		...base,
		...{ task: words(), answer: words(), model: words(), head: { count: 3, hash: 'a'.repeat(64) } },
		warnings: Array.from({ length: many() }, words),
		rows: Array.from({ length: many() }, () => ({
			...{ tool: words(), input: words(), verdict: 'confirm', rule: words(), end: 'open', result: 'waits as A1' },
			people: Array.from({ length: roll(30) }, (_, index) => ({ login: `user-${index}`, role: 'write' })),
		})),
		waits: Array.from({ length: many() }, (_, index) => ({
			...{ id: `A${index}`, tool: words(), input: words(), until: '2026-11-22T12:00:00.000Z' },
			needs: [{ count: 2, who: { roles: [words().slice(0, 90)], teams: ['octo-org/all'] }, why: words() }],
		})),
		...(base.outcome === undefined ? {} : { outcome: { ...base.outcome, message: words() } }),
	};
}

it.each(Array.from({ length: 60 }, (_, seed) => seed))(
	'the comment stays well-formed and short with hostile input (seed %i)',
	(seed) => {
		const view = hostileView(seed);
		const text = progressComment(view);
		expect(text.length).toBeLessThanOrEqual(65_000);
		expect(text.isWellFormed()).toBe(true);
		expect(headIn(text)).toEqual(view.head && shown(view.head));
		expect(parseCommands(text)).toEqual([]);
		const html = renderedMarkdown(text);
		expect(html.match(/<details>/g)?.length).toBe(html.match(/<\/details>/g)?.length);
		expect(html.trimEnd()).toMatch(/<\/sub><\/p>$/);
		expect(textForMentions(html)).not.toMatch(/@octo-org/);
		expect(checkText(view).summary.length).toBeLessThanOrEqual(65_000);
	},
);

test('text is never cut within a flag emoji', () => {
	const view = { ...hostileView(1), rows: [], warnings: [], waits: [], task: '🇩🇪'.repeat(80), answer: '' };
	expect(progressComment(view)).toMatch(/: (?:🇩🇪)+…\n/u);
	expect(waiting?.view.waits).toHaveLength(2);
});

describe('a timeline', () => {
	const allowed =
		/^ {2}(?:participant [PAC] as [\w ]+|Note over P,C: [ \p{Script=Latin}\d.,:/_()-]*(?:#\d+;[ \p{Script=Latin}\d.,:/_()-]*)*|[PAC](?:->>|-x|-\))[PAC]: [ \p{Script=Latin}\d.,:/_()-]*(?:#\d+;[ \p{Script=Latin}\d.,:/_()-]*)*)$/u;

	it.each(Array.from({ length: 16 }, (_, seed) => seed))(
		'is one valid diagram with hostile input (seed %i)',
		(seed) => {
			const roll = dice(seed);
			const words = (): string => Array.from({ length: 1 + roll(3) }, () => nasty[roll(nasty.length)] ?? '').join(' ');
			const kinds = ['done', 'failed', 'blocked', 'unknown'] as const;
			const items = Array.from(
				{ length: [3, 60, 61, 3_000][roll(4)] ?? 0 },
				(_, index) =>
					[
						{ kind: 'call', what: words(), end: kinds[roll(4)] ?? 'done' } as const,
						{ kind: 'signed', id: `A${index}`, who: words(), role: words() } as const,
						{ kind: 'job', number: index, at: words() } as const,
						{ kind: 'asked', ids: [words(), words()] } as const,
					][roll(4)],
			).filter((item) => item !== undefined);
			const lines = timeline({ requester: words(), task: words(), items, end: words() }).split('\n');
			expect(lines.slice(0, 2)).toEqual(['```mermaid', 'sequenceDiagram']);
			expect(lines.at(-1)).toBe('```');
			for (const line of lines.slice(2, -1)) expect(line).toMatch(allowed);
			expect(lines.length).toBeLessThanOrEqual(60 + 8);
			// GitHub's limit for mermaid diagrams.
			expect(lines.join('\n').length).toBeLessThan(50_000);
		},
	);

	it('groups neighbouring calls with the same result, and counts the rest by kind', () => {
		const call = { kind: 'call', what: 'file_read a', end: 'done' } as const;
		const asked = { kind: 'asked', ids: ['A1'] } as const;
		const shown = (items: Parameters<typeof timeline>[0]['items']): string =>
			timeline({ requester: 'octocat', task: 'x', items, end: 'y' });
		expect(shown([...Array<typeof call>(80).fill(call), asked])).toContain(
			'A->>C: 80 steps, done\n  A->>P: asks for approval of A1',
		);
		const mixed = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? call : asked));
		expect(shown(mixed)).toContain('Note over P,C: 21 steps, 20 requests: the journal has them');
	});
});
