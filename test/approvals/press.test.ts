import { describe, expect, test } from 'vitest';
import {
	batchOf,
	buttonOf,
	keyName,
	pressLine,
	readButton,
	readPress,
	spokenPress,
} from '../../src/approvals/index.ts';
import { keys, appKeys as ours, press } from '../github/pressed.ts';

const theirs = keys();

describe('a press', () => {
	test('is read from the comment that contains it if our key signed it', () => {
		const body = `@maintainer pressed Approve all.\n\n${pressLine(press, ours.privateKey)}\n`;
		expect(readPress(body, ours.publicKey)).toEqual(press);
	});

	test('is ignored with another key, with changed text, or above the last line', () => {
		const line = pressLine(press, ours.privateKey);
		expect(readPress(line, theirs.publicKey)).toBeUndefined();
		expect(readPress(`${line}\nand more`, ours.publicKey)).toBeUndefined();
		const [, signature = ''] = /\.([\w-]+) -->/.exec(line) ?? [];
		const forged = Buffer.from(JSON.stringify({ ...press, person: { id: 1, login: 'octocat' } })).toString('base64url');
		expect(readPress(`<!-- countersign:press:${forged}.${signature} -->`, ours.publicKey)).toBeUndefined();
		expect(readPress('', ours.publicKey)).toBeUndefined();
	});

	test('becomes the command that the person would have written', () => {
		expect(spokenPress(press)).toBe('/approve A1 A2');
		expect(spokenPress({ approved: false, ids: ['A3'] })).toBe('/deny A3 by a button');
	});

	test('has the same key name for the private and the public key', () => {
		expect(keyName(ours.publicKey)).toBe(keyName(ours.privateKey));
		expect(keyName(theirs.publicKey)).not.toBe(keyName(ours.publicKey));
	});
});

describe('a button', () => {
	test('names its request in at most 20 characters', () => {
		for (const approved of [true, false]) {
			const identifier = buttonOf(press.batch, approved);
			expect(identifier.length).toBeLessThanOrEqual(20);
			expect(readButton(identifier)).toEqual({ batch: press.batch, approved });
		}
		for (const foreign of ['', 'yes-', 'yes-XYZ', `maybe-${press.batch}`, `yes-${press.batch}0`])
			expect(readButton(foreign)).toBeUndefined();
	});

	test('depends on the run and on every byte of every comment of the request', () => {
		const comments = [
			{ id: 5, body: 'May I?' },
			{ id: 6, body: 'And this?' },
		];
		const batch = batchOf('7-a', comments);
		expect(batchOf('7-a', comments.toReversed())).toBe(batch);
		expect(batchOf('7-b', comments)).not.toBe(batch);
		expect(
			batchOf('7-a', [
				{ id: 5, body: 'May I' },
				{ id: 6, body: 'And this?' },
			]),
		).not.toBe(batch);
		expect(batchOf('7-a', comments.slice(0, 1))).not.toBe(batch);
	});
});
