import { expect, test } from 'vitest';
import { isOwnCredential } from '../../src/gate/index.ts';
import { credentialsOfJob } from '../../src/tools/credential-files.ts';
import { putFiles, sh } from '../sandbox/temporary.ts';
import { testServices } from './tool-services.ts';

const committed = {
	'.gitignore': '.env\n*.key\nnode_modules/\n.venv/\n',
	'test/server.pem': 'a test certificate that everybody can read',
};

test('files with credential names that earlier steps left are the credentials of the job', async () => {
	const { root, services } = await testServices(committed);
	putFiles(root, {
		'.env': 'KEY=x',
		'deep/er/deploy.key': 'x',
		'.env.example': 'KEY=',
		'ordinary.txt': 'x',
		'node_modules/tls/test/ca.key': 'published',
		'.venv/lib/python3/site-packages/certifi/x.key': 'published',
		'vendor/.env': 'x',
		'left-by-a-step.pem': 'x',
	});
	sh(
		'mkdir real; echo x > real/production; ln -s real/production .envrc; ln -s /etc/hosts .netrc; ln -s .gitignore .npmrc',
		root,
	);
	expect(await credentialsOfJob(services.workspace, isOwnCredential)).toEqual([
		'.env',
		'deep/er/deploy.key',
		'left-by-a-step.pem',
		'real/production',
		'vendor/.env',
	]);
});

test('the target of a committed link is hidden, but a committed target is not', async () => {
	const { root, services } = await testServices(
		{ '.gitignore': 'real/\n', 'open/settings': 'X=\n' },
		'ln -s real/production .env; ln -s open/settings .envrc',
	);
	putFiles(root, { 'real/production': 'KEY=x' });
	expect(await credentialsOfJob(services.workspace, isOwnCredential)).toEqual(['real/production']);
});

test('a checkout that cannot be searched completely is rejected with a reason', async () => {
	const { root, services } = await testServices(committed);
	const name = 'd'.repeat(200);
	sh(`for i in $(seq 25); do mkdir ${name} && cd ${name}; done`, root);
	await expect(credentialsOfJob(services.workspace, isOwnCredential)).rejects.toMatchObject({
		...{ code: 'checkout-mismatch', message: expect.stringContaining('ENAMETOOLONG') },
	});
});

test('commands cannot read the credentials of the job', async () => {
	const { root, services } = await testServices(committed);
	putFiles(root, { '.env': 'canary', 'deploy.key': 'canary' });
	const sandbox = { hidden: await credentialsOfJob(services.workspace, isOwnCredential) };
	const { call } = await testServices(undefined, undefined, { workspace: services.workspace, sandbox });
	const { text } = await call('shell_exec', { command: 'cat .env deploy.key; echo $((1+1)); cat test/server.pem' });
	expect(text).toMatch(/^2\na test certificate/);
});
