import { expect, test } from 'vitest';
import { credentialsOfJob } from '../../src/tools/credential-files.ts';
import { putFiles } from '../sandbox/temporary.ts';
import { aBench } from './bench.ts';

const committed = {
	'.gitignore': '.env\n*.key\nnode_modules/\n.venv/\n',
	'test/server.pem': 'a test certificate that everybody can read',
};

test('the credentials of a job are what earlier steps left under the names of some', async () => {
	const { root, bench } = await aBench(committed);
	putFiles(root, {
		'.env': 'KEY=x',
		'deep/er/deploy.key': 'x',
		'.env.example': 'KEY=',
		'ordinary.txt': 'x',
		'node_modules/tls/test/ca.key': 'published',
		'.venv/lib/python3/site-packages/certifi/x.key': 'published',
		'made-by-the-run.pem': 'travels with the run, so it is no secret of the job',
	});
	expect(await credentialsOfJob(bench)).toEqual(['.env', 'deep/er/deploy.key']);
});

test('no command sees them', async () => {
	const { root, bench } = await aBench(committed);
	putFiles(root, { '.env': 'canary', 'deploy.key': 'canary' });
	const sandbox = { hidden: await credentialsOfJob(bench) };
	const { call } = await aBench(undefined, undefined, { workspace: bench.workspace, sandbox });
	const { text } = await call('shell_exec', { command: 'cat .env deploy.key; echo $((1+1)); cat test/server.pem' });
	expect(text).toMatch(/^2\na test certificate/);
});
