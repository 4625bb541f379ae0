import { sha256 } from '../core/index.ts';
import type { Journal } from '../journal/index.ts';
import type { JobContext, Statement } from './job-context.ts';

/** The type of our attestations, which says what a statement contains in addition to the digest of the file. */
export const predicateType = 'urn:countersign:journal-head:v1';
const mostMilliseconds = 60_000;

/**
 * Attests the journal if the input `attest` is set. Returns the address of the attestation, or undefined if there is none. An error is only
 * a warning, because a run can do without a signature.
 */
export async function attestHead(
	{ journal, run }: { readonly journal: Journal; readonly run: string },
	context: JobContext,
): Promise<string | undefined> {
	const { inputs, environment, jobUrl } = context.facts;
	const { signStatement, warn, redactor } = context.ports;
	if (!inputs.attest || context.machine.interruption?.aborted === true) return undefined;
	if (signStatement === undefined) {
		warn(
			'The journal was not attested: the job has no identity. Add `id-token: write` and `attestations: write` to its permissions.',
		);
		return undefined;
	}
	const { owner, repo } = environment;
	const head = journal.head();
	const statement: Statement = {
		subject: { name: 'journal.jsonl', sha256: sha256(journal.bytes()) },
		predicateType,
		predicate: {
			run,
			repository: `${owner}/${repo}`,
			head: `${head.count}:${head.hash}`,
			...(jobUrl && { job: jobUrl }),
		},
	};
	try {
		return await within(mostMilliseconds, signStatement(statement));
	} catch (thrown) {
		warn(`The journal was not attested: ${redactor.redact(reasonOf(thrown))}. The run is not touched by that.`);
		return undefined;
	}
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
	const over = new Promise<never>((_, fail) => {
		setTimeout(() => fail(new Error(`it took longer than ${milliseconds / 1000} seconds`)), milliseconds).unref();
	});
	return Promise.race([work, over]);
}

/**
 * Returns the reason of an error. If the library could not read an identity token, its message contains the token, so the reason has only
 * the code.
 */
function reasonOf(thrown: unknown): string {
	if (!(thrown instanceof Error)) return String(thrown);
	const code = 'code' in thrown ? String(thrown.code) : '';
	if (code.startsWith('IDENTITY_TOKEN')) return `the job's identity could not be read (${code})`;
	const cause = thrown.cause instanceof Error ? ` (${thrown.cause.message})` : '';
	return `${thrown.message}${cause}`;
}
