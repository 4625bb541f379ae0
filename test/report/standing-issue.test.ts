import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseCommands } from '../../src/approvals/index.ts';
import type { StandingRun } from '../../src/core/index.ts';
import { standingRuns, standingText, withRun } from '../../src/report/index.ts';
import { renderedMarkdown, textForMentions } from '../support/rendered-markdown.ts';

const place = { page: 'https://github.example/octo-org/slugs', thread: 7, now: new Date('2026-11-23T05:30:00.000Z') };

function aRun(day: number, more: Partial<StandingRun> = {}): StandingRun {
	return {
		run: `7-${String(day).padStart(12, '0')}`,
		what: 'update-dependencies',
		task: '0123456789ab',
		begunAt: `2026-11-${String(day).padStart(2, '0')}T05:23:00.000Z`,
		outcome: 'completed',
		reason: 'answered',
		sha: String(day).padStart(40, 'a'),
		comment: 1000 + day,
		job: '42',
		waits: [],
		...more,
	};
}

const waiting = aRun(23, {
	...{ outcome: 'waiting', reason: 'approval-pending', owner: 'octocat' },
	waits: [
		{ id: 'A2', until: '2026-11-24T05:23:00.000Z' },
		{ id: 'A3', until: '2026-11-23T05:00:00.000Z' },
	],
});

test('shows its runs and open requests as the golden file does, and reads them back', () => {
	const failed = aRun(9, { outcome: 'failed', reason: 'bad-config', comment: undefined as never });
	const { comment: _none, ...unbegun } = failed;
	const text = standingText([waiting, aRun(16, { pull: 12 }), unbegun], place);
	expect(text).toBe(readFileSync(join(import.meta.dirname, '../golden/standing-issue.md'), 'utf8'));
	expect(textForMentions(renderedMarkdown(text))).toContain('@octocat');
	expect(standingRuns(text, place.now)).toEqual([waiting, aRun(16, { pull: 12 }), unbegun]);
});

test('a continued run replaces its own row, and only the newest ten are shown', () => {
	const runs = Array.from({ length: 12 }, (_, index) => aRun(index + 1)).reduce(withRun, [] as readonly StandingRun[]);
	expect(runs.map(({ begunAt }) => begunAt.slice(8, 10))).toEqual([
		'12',
		'11',
		'10',
		'09',
		'08',
		'07',
		'06',
		'05',
		'04',
		'03',
	]);
	const denied = withRun(runs, aRun(5, { outcome: 'denied', reason: 'denied-by-maintainer' }));
	expect(denied).toHaveLength(10);
	expect(standingText(denied, place)).toContain('| denied (`denied-by-maintainer`) |');
});

test('keeps the last successful run of a task after ten others, but no longer shows it', () => {
	const good = aRun(1, { task: 'ffffffffffff' });
	const failing = Array.from({ length: 20 }, (_, index) => aRun(index + 2, { outcome: 'failed', reason: 'internal' }));
	const runs = [good, ...failing].reduce(withRun, [] as readonly StandingRun[]);
	expect(runs).toHaveLength(11);
	expect(runs.at(-1)).toEqual(good);
	const text = standingText(runs, place);
	expect(text).not.toContain('[2026-11-01');
	expect(standingRuns(text, place.now).at(-1)).toEqual(good);
});

test.each([
	'x --> <img src=x> @octocat',
	'/approve A1',
	'a | b `c` \u202e d',
	'@octo-org/security please',
	'<!-- countersign:runs [] -->',
])('words of a task stay plain text: %j', (what) => {
	const text = standingText([{ ...waiting, what }], place);
	expect(standingRuns(text, place.now)).toEqual([{ ...waiting, what }]);
	expect(parseCommands(text)).toEqual([]);
	const seen = textForMentions(renderedMarkdown(text));
	expect(seen.match(/@[\w/-]+/g)).toEqual(['@octocat']);
	expect(renderedMarkdown(text)).not.toContain('<img');
	expect(text.split('\n').filter((line) => line.startsWith('/'))).toEqual([]);
});

test.each([
	['no runs marker', 'Runs report here.'],
	['invalid JSON', '<!-- countersign:runs [{] -->'],
	['another data format', '<!-- countersign:runs [{"run":"7-a"}] -->'],
	['an owner that is a whole sentence', `<!-- countersign:runs ${JSON.stringify([{ ...waiting, owner: 'a b' }])} -->`],
	['an invalid task id', `<!-- countersign:runs ${JSON.stringify([{ ...waiting, task: '../x' }])} -->`],
])('reads no run from a changed issue: %s', (_what, body) => {
	expect(standingRuns(body, place.now)).toEqual([]);
});

test('ignores a run that begins more than an hour in the future', () => {
	const later = (minutes: number) =>
		aRun(1, { begunAt: new Date(place.now.getTime() + minutes * 60_000).toISOString() });
	const kept = (run: StandingRun) => standingRuns(standingText([run], place), place.now);
	expect(kept(later(61))).toEqual([]);
	expect(kept(later(59))).toEqual([later(59)]);
});

test('forty waiting runs fit into one issue', () => {
	const waits = Array.from({ length: 10 }, (_, index) => ({ id: `A${index}`, until: '2026-11-24T05:23:00.000Z' }));
	const begunAt = (index: number): string => new Date(Date.UTC(2026, 10, 1, index)).toISOString();
	const many = Array.from({ length: 50 }, (_, index) =>
		aRun(index + 1, { waits, what: '|`<'.repeat(20), begunAt: begunAt(index), owner: `a${'-b'.repeat(19)}` }),
	);
	const runs = many.reduce(withRun, [] as readonly StandingRun[]);
	expect(runs).toHaveLength(40);
	const text = standingText(runs, place);
	expect(text).toContain('- and 380 more');
	expect(text.length).toBeLessThan(65_000);
	expect(standingRuns(text, place.now)).toEqual(runs);
});
