import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const script = JSON.stringify({
	turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'echo hello' } }] }, { text: 'Done.' }],
});
const files = {
	'package.json': '{"name":"a","version":"1.0.0","scripts":{"test":"node --test"}}\n',
	'pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
};

test('a run tries the programs of the tests in the sandbox, and says what the workflow must add', async () => {
	await using stage = await Stage.open({ script, files, mode: 'configured' });
	const end = await stage.say('maintainer', '/agent say hello');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	const [tried] = journalOf(end).filter(({ type }) => type === 'tools_tried');
	expect(tried?.['found']).toEqual([
		{ name: 'node', version: expect.stringMatching(/^v24\./) },
		{
			name: 'pnpm',
			why: 'it is in no folder of the PATH',
			fix: expect.stringMatching(
				/^In the workflow it must be on the PATH before this action, for example by `- uses: pnpm/,
			),
		},
	]);
	const said = (await stage.comments()).map(({ body }) => body).join('\n');
	expect(said).toContain('`pnpm` does not run in the sandbox: it is in no folder of the PATH. In the workflow');
});
