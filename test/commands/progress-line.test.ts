import { expect, test } from 'vitest';
import { createProgressLine } from '../../src/commands/audit/progress-line.ts';

const wipe = '\r\u001b[2K';

function terminalAt(clock: { now: number }, isTerminal = true) {
	const written: string[] = [];
	return {
		written,
		terminal: { isTerminal: () => isTerminal, write: (text: string) => void written.push(text), now: () => clock.now },
	};
}

test('appears after one second, updates at most five times a second, and disappears', () => {
	const clock = { now: 0 };
	const { written, terminal } = terminalAt(clock);
	const line = createProgressLine({ doing: 'Reading run.zip', total: () => 200e6, terminal });
	clock.now = 999;
	line.reach(50e6);
	expect(written).toEqual([]);
	clock.now = 1000;
	line.reach(51e6);
	clock.now = 1199;
	line.reach(60e6);
	clock.now = 1200;
	line.reach(300e6);
	expect(written).toEqual([`${wipe}Reading run.zip: 25 % of 200 MB`, `${wipe}Reading run.zip: 100 % of 200 MB`]);
	line.clear();
	line.clear();
	expect(written.slice(2)).toEqual([wipe]);
});

test('counts bytes when the total is unknown, and can name another unit', () => {
	const clock = { now: 0 };
	const { written, terminal } = terminalAt(clock);
	const bytes = createProgressLine({ doing: 'Reading', total: () => undefined, terminal });
	const calls = createProgressLine({ doing: 'Judging', total: () => 8, unit: 'calls', terminal });
	clock.now = 1500;
	bytes.reach(1_234_567);
	calls.reach(2);
	expect(written).toEqual([`${wipe}Reading: 1.2 MB`, `${wipe}Judging: 25 % of 8 calls`]);
});

test('prints nothing without a terminal or within the first second', () => {
	const clock = { now: 0 };
	const other = terminalAt(clock, false);
	const line = createProgressLine({ doing: 'Reading', terminal: other.terminal });
	expect(line.isShown).toBe(false);
	clock.now = 5000;
	line.reach(1);
	line.clear();
	const quick = terminalAt({ now: 0 });
	const short = createProgressLine({ doing: 'Reading', terminal: quick.terminal });
	short.reach(1);
	short.clear();
	expect([...other.written, ...quick.written]).toEqual([]);
});
