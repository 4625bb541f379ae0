import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const identity = `${encoded({ alg: 'none' })}.${encoded({ iss: 'https://token.example.com', sub: 'repo:octo-org' })}.x`;

test('a job that cannot sign its journal warns, and still completes', async () => {
	await using stage = await Stage.open();
	const end = await stage.say('maintainer', '/agent what is it?', { inputs: { ...stage.inputs(), attest: 'true' } });
	expect(end, end.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed', 'attestation-url': '' } });
	expect(end.log).toMatch(/^::warning::The journal was not attested: .*`id-token: write` and `attestations: write`/m);
});

test('the built action requests an identity token, and reports the error from Sigstore', async () => {
	const asked: string[] = [];
	const runner = createServer((request, response) => {
		asked.push(request.url ?? '');
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ value: identity }));
	});
	await new Promise<void>((listening) => runner.listen(0, '127.0.0.1', listening));
	try {
		await using stage = await Stage.open();
		const { port } = runner.address() as AddressInfo;
		const end = await stage.say('maintainer', '/agent what is it?', {
			inputs: { ...stage.inputs(), attest: 'true' },
			env: {
				ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/identity?api-version=2`,
				ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner-token-1',
			},
		});
		expect(end, end.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed', 'attestation-url': '' } });
		expect(asked).toEqual(['/identity?api-version=2&audience=sigstore']);
		// The address of the stand-in cannot take the prefix `fulcio.`, so the request fails and reaches nothing else.
		expect(end.log).toMatch(
			/^::warning::The journal was not attested: error creating signing certificate .*not touched/m,
		);
		expect(end.log + end.summary + JSON.stringify(journalOf(end))).not.toContain(identity);
	} finally {
		runner.close();
	}
});
