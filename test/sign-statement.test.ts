import { verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import nock from 'nock';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../src/core/index.ts';
import { signStatement } from '../src/sign-statement.ts';

/**
 * Stand-ins for the runner's door of identities, Fulcio, Rekor, the timestamp authority and GitHub's store: what is sent to them is what the
 * library sends. Whether the real ones take it, only a job on GitHub tells.
 */
const certificate = readFileSync(join(import.meta.dirname, 'fixtures/attest/certificate.pem'), 'utf8');
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const identity = `${encoded({ alg: 'none' })}.${encoded({ iss: 'https://token.example.com', sub: 'repo:octo-org/sample:ref' })}.x`;

const statement = {
	subject: { name: 'journal.jsonl', sha256: 'a'.repeat(64) },
	predicateType: 'urn:countersign:journal-head:v1',
	predicate: { run: '7-abc', repository: 'octo-org/sample', head: `3:${'b'.repeat(64)}` },
};

interface Bundle {
	readonly dsseEnvelope: {
		readonly payload: string;
		readonly payloadType: string;
		readonly signatures: readonly { readonly sig: string }[];
	};
	readonly verificationMaterial: {
		readonly certificate: { readonly rawBytes: string };
		readonly tlogEntries?: readonly { readonly logIndex: string }[];
		readonly timestampVerificationData?: {
			readonly rfc3161Timestamps: readonly { readonly signedTimestamp: string }[];
		};
	};
}

let sent: { readonly certified: JsonObject[]; readonly stored: JsonObject[] };

beforeEach(() => {
	nock.disableNetConnect();
	sent = { certified: [], stored: [] };
	vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_URL', 'https://runner.example.com/identity?api-version=2');
	vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'runner-token');
	vi.stubEnv('GITHUB_API_URL', 'https://api.github.example.com');
	vi.stubEnv('GITHUB_SERVER_URL', 'https://github.example.com');
	nock('https://runner.example.com', { reqheaders: { authorization: 'Bearer runner-token' } })
		.get('/identity')
		.query({ 'api-version': '2', audience: 'sigstore' })
		.reply(200, { value: identity });
});

afterEach(() => {
	nock.cleanAll();
	vi.unstubAllEnvs();
});

afterAll(() => nock.enableNetConnect());

function fulcioAt(origin: string): void {
	nock(origin)
		.post('/api/v2/signingCert', (body: JsonObject) => sent.certified.push(body) > 0)
		.reply(201, { signedCertificateEmbeddedSct: { chain: { certificates: [certificate] } } });
}

function storeAnswers(status: number): void {
	nock('https://api.github.example.com', { reqheaders: { authorization: 'token ghs_example' } })
		.post('/repos/octo-org/sample/attestations', (body: JsonObject) => sent.stored.push(body) > 0)
		.reply(status, { id: 4211 });
}

/** The event of the job says whether the repository is public. */
async function sign(repository: object) {
	const { context } = await import('@actions/github');
	context.payload = { repository: { name: 'sample', owner: { login: 'octo-org' }, ...repository } };
	return signStatement(statement, 'ghs_example');
}

function storedBundle(): Bundle {
	return sent.stored[0]?.['bundle'] as unknown as Bundle;
}

/** The signed statement, checked with the key that Fulcio received. */
function isSigned({ dsseEnvelope: { payload, payloadType, signatures } }: Bundle): boolean {
	const body = Buffer.from(payload, 'base64');
	const signed = Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `), body]);
	const request = sent.certified[0] as unknown as { publicKeyRequest: { publicKey: { content: string } } };
	return verify(
		'sha256',
		signed,
		request.publicKeyRequest.publicKey.content,
		Buffer.from(signatures[0]?.sig ?? '', 'base64'),
	);
}

test('a statement of a private repository is signed and stamped at GitHub and stored there', async () => {
	fulcioAt('https://fulcio.github.example.com');
	nock('https://timestamp.github.example.com').post('/api/v1/timestamp').reply(201, Buffer.from('a stamp'));
	storeAnswers(201);
	expect(await sign({ visibility: 'private' })).toBe('4211');
	expect(sent.certified).toMatchObject([{ credentials: { oidcIdentityToken: identity } }]);
	const bundle = storedBundle();
	expect(JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString())).toEqual({
		_type: 'https://in-toto.io/Statement/v1',
		subject: [{ name: 'journal.jsonl', digest: { sha256: 'a'.repeat(64) } }],
		predicateType: 'urn:countersign:journal-head:v1',
		predicate: statement.predicate,
	});
	expect(isSigned(bundle)).toBe(true);
	const [stamp] = bundle.verificationMaterial.timestampVerificationData?.rfc3161Timestamps ?? [];
	expect(Buffer.from(stamp?.signedTimestamp ?? '', 'base64').toString()).toBe('a stamp');
	expect(nock.pendingMocks()).toEqual([]);
});

test('a statement of a public repository is signed at Sigstore and logged publicly', async () => {
	fulcioAt('https://fulcio.sigstore.dev');
	const body = Buffer.from(JSON.stringify({ kind: 'dsse', apiVersion: '0.0.1' })).toString('base64');
	const entry = { body, integratedTime: 1, logID: 'ab', logIndex: 77, verification: { signedEntryTimestamp: 'YQ==' } };
	nock('https://rekor.sigstore.dev').post('/api/v1/log/entries').reply(201, { some: entry });
	storeAnswers(201);
	expect(await sign({ visibility: 'public' })).toBe('4211');
	expect(storedBundle().verificationMaterial.tlogEntries).toMatchObject([{ logIndex: '77' }]);
	expect(isSigned(storedBundle())).toBe(true);
});

test('an error names the service that refused', async () => {
	nock('https://fulcio.github.example.com').post('/api/v2/signingCert').reply(403, { message: 'not for you' });
	await expect(sign({ visibility: 'private' })).rejects.toMatchObject({
		code: 'CA_CREATE_SIGNING_CERTIFICATE_ERROR',
		cause: expect.objectContaining({ message: expect.stringContaining('not for you') }),
	});
	nock.cleanAll();
});

test('a store that refuses is an error', async () => {
	fulcioAt('https://fulcio.github.example.com');
	nock('https://timestamp.github.example.com').post('/api/v1/timestamp').reply(201, Buffer.from('a stamp'));
	storeAnswers(403);
	await expect(sign({ visibility: 'private' })).rejects.toThrow('Failed to persist attestation');
});
