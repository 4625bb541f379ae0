import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLineLog } from '../../src/bot/line-log.ts';
import { writeText } from '../../src/commands/standard-streams.ts';

let folder: string;
let reader: number;
let writer: number;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'countersign-log-'));
	const pipe = join(folder, 'pipe');
	execFileSync('mkfifo', [pipe]);
	reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
	writer = openSync(pipe, constants.O_WRONLY);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const line = 'x'.repeat(1000);

/** The current content of the pipe. */
function read(): string {
	const buffer = Buffer.alloc(1024 * 1024);
	try {
		return buffer.toString('utf8', 0, readSync(reader, buffer));
	} catch {
		return '';
	}
}

test('the log never blocks on a slow reader, and counts the lines that it drops', async () => {
	const write = vi.fn();
	const log = openLineLog(write, writer);
	for (let count = 0; count < 5000; count++) log.print(line);
	let text = '';
	await vi.waitFor(() => {
		text += read();
		expect(text).toContain('the log was not read in time');
	}, 20_000);
	const lines = text.split('\n').filter((one) => one !== '');
	const told = JSON.parse(lines.at(-1) ?? '{}') as { lines: number };
	expect(lines.slice(0, -1).every((one) => one === line)).toBe(true);
	expect(lines.length - 1 + told.lines).toBe(5000);
	await log.close();
	closeSync(reader);
	expect(write).not.toHaveBeenCalled();
});

test('closing the log does not wait for a slow reader', async () => {
	const log = openLineLog(vi.fn(), writer);
	for (let count = 0; count < 500; count++) log.print(line);
	await log.close();
	closeSync(reader);
});

test('a closed reader is reported once, and nothing throws', async () => {
	const write = vi.fn();
	const log = openLineLog(write, writer);
	closeSync(reader);
	log.print('one');
	await vi.waitFor(() => expect(write.mock.calls).toEqual([[expect.stringContaining('has no reader'), 2]]));
	log.print('two');
	await log.close();
	expect(write.mock.calls).toEqual([[expect.stringContaining('has no reader'), 2]]);
});

test('a log file gets each line at once', () => {
	const file = openSync(join(folder, 'file'), 'w');
	const log = openLineLog(writeText, file);
	log.print('one');
	log.print('two');
	closeSync(file);
	expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('one\ntwo\n');
	expect(() => log.print('three')).not.toThrow();
	closeSync(writer);
	closeSync(reader);
});
