import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readBody } from '../../src/bot/read-body.ts';

const request = () => Object.assign(new PassThrough(), { headers: {} }) as PassThrough & IncomingMessage;

test('requests at the same time share a memory limit, and each returns its share', async () => {
	const room = { left: 100 };
	const [slow, broken] = [request(), request()];
	const [first, second] = [readBody(slow, 80, room), readBody(broken, 80, room)];
	slow.write('x'.repeat(60));
	broken.write('x'.repeat(30));
	const third = request();
	const refused = readBody(third, 80, room);
	third.end('x'.repeat(20));
	expect(await refused).toBe('no-room');
	broken.destroy(new Error('gone'));
	await expect(second).rejects.toThrow('gone');
	const fourth = request();
	const taken = readBody(fourth, 80, room);
	fourth.end('x'.repeat(20));
	expect(await taken).toEqual(Buffer.from('x'.repeat(20)));
	slow.end();
	expect(await first).toHaveLength(60);
	expect(room).toEqual({ left: 100 });
});

test('a request that exceeds its size limit returns its share of the memory', async () => {
	const room = { left: 100 };
	const long = request();
	const read = readBody(long, 50, room);
	long.write('x'.repeat(40));
	long.write('x'.repeat(40));
	expect(await read).toBe('too-large');
	expect(room).toEqual({ left: 100 });
});
