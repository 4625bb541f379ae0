import { expect, test } from 'vitest';
import type { Ports } from '../../src/core/index.ts';
import { createRedactor } from '../../src/journal/index.ts';
import { evidenceOf, isAsJudged, lookedAt } from '../../src/run/calls/evidence.ts';
import { openWorkspace } from '../../src/workspace/index.ts';
import { aContext, aGate } from '../gate/support.ts';
import { aRepository, putFiles } from '../sandbox/temporary.ts';

const token = 'a-token-of-this-very-job';
const files = {
	'package.json': '{"scripts":{"deploy":"bash scripts/deploy.sh"}}\n',
	'scripts/deploy.sh': 'echo one\n',
};
const call = { id: 'c1', name: 'shell_exec', args: { command: 'npm run deploy' } };

async function aCheckout(given: Readonly<Record<string, string>> = files) {
	const { root, baseSha } = aRepository(given);
	const workspace = await openWorkspace(root, baseSha);
	const ports = { workspace, redactor: createRedactor([token]), toolbox: {} } as unknown as Ports;
	const verdict = aGate().judge(call, aContext({ facts: workspace.facts }));
	const look = () => evidenceOf(call, { executes: verdict.executes, verdict }, ports);
	return { root, look };
}

test('the evidence contains a script by name and the file that it runs, and detects a change', async () => {
	const { root, look } = await aCheckout();
	const judged = look();
	expect(judged.declared).toEqual([{ path: 'package.json', name: 'deploy', text: 'bash scripts/deploy.sh' }]);
	expect(judged.scripts.map(({ path, file }) => [path, file?.text])).toEqual(Object.entries(files));
	const attempt = lookedAt(judged) as Parameters<typeof isAsJudged>[1];
	expect(isAsJudged(look(), attempt)).toBe(true);
	putFiles(root, { 'scripts/deploy.sh': 'echo two\n' });
	expect(isAsJudged(look(), attempt)).toBe(false);
});

test('the evidence does not contain a line of a file with a credential', async () => {
	const { look } = await aCheckout({ ...files, 'package.json': `{"scripts":{"deploy":"TOKEN=${token} x"}}\n` });
	expect(look()).toMatchObject({ declared: [], scripts: [{ path: 'package.json', isSecret: true }] });
});
