import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asCountersignError, type Delivery, deliversTo, type Redactor, type Workspace } from '../core/index.ts';
import { keptWords, notKeptWords, type PatchPlace } from '../report/index.ts';
import { headerOf, leavesWork, manifestDigest, type State, unapprovedFiles, wordsOfWork } from '../run/index.ts';
import type { JobContext, JobFacts, JobPorts } from './job-context.ts';
import type { Ended } from './job-result.ts';
import { patchText } from './patch-text.ts';

const file = 'undelivered.patch';

type Known = Pick<JobContext, 'facts' | 'ports'>;

/** A run that is over, and the checkout that it delivers from. */
type Left = Pick<Ended, 'outcome' | 'opened' | 'folder'> & { readonly workspace: Workspace };

/**
 * Writes the undelivered changes of a run to a patch in its audit folder. Returns a text for people that says where the patch is, or why
 * there is none. Returns undefined if no patch is needed. An error here does not fail the run.
 */
export async function keepWork(left: Left, context: Known): Promise<string | undefined> {
	try {
		rmSync(join(left.folder, file), { force: true });
		return await keep(left, context);
	} catch (thrown) {
		const { message } = asCountersignError(thrown);
		context.ports.warn(`${file} could not be made: ${message}`);
		return notKeptWords(`it could not be made. ${context.ports.redactor.redact(message)}`);
	}
}

/** Writes the patch. If the changes contain a secret, it writes none, because a redacted patch could not be applied. */
async function keep({ outcome, opened, folder, workspace }: Left, context: Known): Promise<string | undefined> {
	const state = opened.journal.state();
	if (!leavesWork(outcome, state)) return undefined;
	const delivery = await workspace.delivery();
	if (manifestDigest(delivery.manifest) !== state.tree) return notKeptWords('the checkout is not as the run left it.');
	const baseSha = baseOf(delivery, state);
	const patch = patchOf(delivery, baseSha, state, context.ports);
	const secret = secretIn(delivery, patch, context.ports.redactor);
	if (secret !== undefined) return notKeptWords(`${secret} holds what looks like a credential.`);
	writeFileSync(join(folder, file), patch);
	return keptWords({
		place: patchPlace(folder, state, context.facts),
		baseSha,
		isSuspect: outcome.reason === 'github-secret',
		unapproved: unapprovedFiles(state),
	});
}

/** Returns the commit that the patch applies to: the base commit or, if the run delivers onto a pull request, the pull request's head. */
function baseOf({ manifest }: Delivery, state: State): string {
	const { pull } = headerOf(state);
	return pull === undefined || deliversTo(pull) === 'default-branch' ? manifest.baseSha : pull.headSha;
}

function patchOf({ files }: Delivery, baseSha: string, state: State, { clock }: JobPorts): string {
	const name = state.progress?.author ?? headerOf(state).request.actor.login;
	const author = { name, email: `${name}@users.noreply.github.com` };
	return patchText({ ...wordsOfWork(state), author, at: clock.now(), baseSha, files });
}

/** Returns words for the part that contains a secret (a file, or the message of the patch), or undefined if there is no secret. */
function secretIn({ files }: Delivery, patch: string, redactor: Redactor): string | undefined {
	const holds = (bytes: Uint8Array | undefined): boolean =>
		bytes !== undefined && redactor.holdsSecret(Buffer.from(bytes).toString('utf8'));
	const found = files.find(({ before, after }) => holds(before?.bytes) || holds(after?.bytes));
	if (found !== undefined) return redactor.holdsSecret(found.path) ? 'the name of a file' : `\`${found.path}\``;
	return redactor.holdsSecret(patch) ? 'its message' : undefined;
}

/** Returns where the patch is. The artifact's name is the one in the README's workflow. */
function patchPlace(folder: string, state: State, { runner, environment, jobUrl }: JobFacts): PatchPlace {
	if (runner.kind !== 'actions') return { kind: 'disk', path: join(folder, file) };
	const { owner, repo } = environment;
	const host = jobUrl === undefined ? 'github.com' : new URL(jobUrl).host;
	const repository = host === 'github.com' ? `${owner}/${repo}` : `${host}/${owner}/${repo}`;
	const artifact = `countersign-${headerOf(state).run}-${runner.attempt}`;
	return { kind: 'artifact', repository, workflowRun: runner.id, artifact, file };
}
