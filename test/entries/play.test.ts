import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PlaygroundProcess } from '../e2e/playground-process.ts';
import { root } from '../e2e/stage.ts';

function play(...args: readonly string[]) {
	const words = [join(root, 'dist', 'cli.js'), 'play', '--no-open', ...args];
	return spawnSync(process.execPath, words, { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '' } });
}

test('the playground serves its page and a repository with six stories, and ends with Ctrl-C', async () => {
	const playground = await PlaygroundProcess.start();
	const page = await playground.ask('/', { headers: { authorization: '' } });
	expect(await page.text()).toContain('<title>Countersign playground</title>');
	const { stories, threads, model } = await playground.world();
	expect([stories.length, threads.length, model]).toEqual([6, 6, 'scripted']);
	const { port } = playground.address;
	expect(play('--port', port)).toMatchObject({ status: 1, stderr: expect.stringContaining(`Port ${port} is taken.`) });
	await using other = await PlaygroundProcess.start();
	expect(other.output.includes('The usual port 4747 is taken')).toBe(other.address.port !== '4747');
	expect(await playground.stop()).toBe(0);
});

test.each(['0', '65536', 'http', '-1', '4747.5'])('%s is refused as a port', (port) => {
	const { status, stderr } = play(`--port=${port}`);
	expect([status, stderr]).toEqual([2, expect.stringContaining(`not "${port}"`)]);
});
