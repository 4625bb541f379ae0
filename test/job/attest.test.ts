import { expect, test } from 'vitest';
import { sha256 } from '../../src/core/index.ts';
import { attestHead } from '../../src/job/attest.ts';
import type { JobContext, SignStatement, Statement } from '../../src/job/job-context.ts';
import { createRedactor, type Journal } from '../../src/journal/index.ts';

const bytes = Buffer.from('{"prev":"…"}\n');
const hash = 'b'.repeat(64);
const journal = { bytes: () => bytes, head: () => ({ count: 3, hash }) } as unknown as Journal;

async function attested(signStatement: SignStatement | undefined, change: object = {}) {
	const warnings: string[] = [];
	const environment = { owner: 'octo-org', repo: 'sample' };
	const jobUrl = 'https://github.example.com/octo-org/sample/actions/runs/9/attempts/1';
	const warn = (text: string) => void warnings.push(text);
	const context = {
		facts: { inputs: { attest: true }, environment, jobUrl },
		ports: { redactor: createRedactor(['hunter2-hunter2']), warn, ...(signStatement && { signStatement }) },
		machine: {},
		...change,
	} as unknown as JobContext;
	return { url: await attestHead({ journal, run: '7-abc' }, context), warnings };
}

test('the job attests the journal file of the artifact and its head', async () => {
	const signed: Statement[] = [];
	const { url, warnings } = await attested(async (statement) => {
		signed.push(statement);
		return 'https://github.example.com/octo-org/sample/attestations/4211';
	});
	expect([url, warnings]).toEqual(['https://github.example.com/octo-org/sample/attestations/4211', []]);
	expect(signed).toEqual([
		{
			subject: { name: 'journal.jsonl', sha256: sha256(bytes) },
			predicateType: 'urn:countersign:journal-head:v1',
			predicate: {
				run: '7-abc',
				repository: 'octo-org/sample',
				head: `3:${hash}`,
				job: 'https://github.example.com/octo-org/sample/actions/runs/9/attempts/1',
			},
		},
	]);
});

const never: SignStatement = async () => {
	throw new Error('nobody asked for it');
};

test.each([
	['if the input does not ask for it', { facts: { inputs: { attest: false } } }],
	['if the job is cancelled', { machine: { interruption: AbortSignal.abort() } }],
])('the job attests nothing %s', async (_, change) => {
	expect(await attested(never, change)).toEqual({ url: undefined, warnings: [] });
});

const failing =
	(error: unknown): SignStatement =>
	async () => {
		throw error;
	};
const withCause = new Error('error creating signing certificate', { cause: new Error('(403) hunter2-hunter2') });
const unreadable = Object.assign(new Error('invalid identity token: eyJ.secret'), {
	code: 'IDENTITY_TOKEN_PARSE_ERROR',
});

test.each<[string, SignStatement | undefined, object, RegExp]>([
	['a job without an identity', undefined, {}, /the job has no identity.*`id-token: write` and `attestations: write`/],
	[
		'a service that refuses',
		failing(withCause),
		{},
		/signing certificate \(\(403\) \[redacted\]\)\. The run is not touched/,
	],
	['an unreadable identity token', failing(unreadable), {}, /could not be read \(IDENTITY_TOKEN_PARSE_ERROR\)/],
	['a thrown value that is not an error', failing('out of order'), {}, /not attested: out of order\./],
])('%s causes only a warning', async (_, signStatement, change, message) => {
	const { url, warnings } = await attested(signStatement, change);
	expect(url).toBeUndefined();
	expect(warnings).toEqual([expect.stringMatching(message)]);
	expect(warnings.join()).not.toMatch(/hunter2|eyJ/);
});
