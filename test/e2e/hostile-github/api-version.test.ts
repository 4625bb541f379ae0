import { expect, test } from 'vitest';
import { openHostileStages, Stage } from '../stage.ts';

openHostileStages();

test('every API request of a run names its API version', async () => {
	const write = { calls: [{ tool: 'file_write', args: { path: 'src/new.js', content: 'export const one = 1;\n' } }] };
	const open = { calls: [{ tool: 'open_pull_request', args: { title: 'Add one', body: 'It was missing.' } }] };
	await using stage = await Stage.open({ script: JSON.stringify({ turns: [write, open, { text: 'Ended.' }] }) });
	const end = await stage.say('maintainer', '/agent add it');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	// Git speaks a protocol of its own.
	const asked = stage.github.requests.filter(({ path }) => !path.includes('.git/'));
	expect(asked.length).toBeGreaterThan(10);
	const others = asked.filter(({ apiVersion }) => apiVersion !== '2022-11-28');
	expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
