import { canDecide, commentsWith, firstOfEach, mayAnswer, parseCommands } from '../approvals/index.ts';
import { type Clause, type Comment, digestOf, type EntryBody, type EntryOf, type JsonObject } from '../core/index.ts';
import type { StandingGrant } from './asked-state.ts';
import { factsOf, type Known } from './needs.ts';
import { runComments } from './run-comments.ts';
import { type Stage, toolCallOf } from './stage.ts';
import { type CallState, callsOf, openCalls } from './state.ts';
import { tamperedRequest } from './tampered-request.ts';

/** The grants that cover a call, or the entry that ends one which counts no more. */
export type InForce =
	| { readonly kind: 'grants'; readonly grants: readonly StandingGrant[] }
	| { readonly kind: 'ended'; readonly entry: EntryBody };

/**
 * The run's grants that can be meant for a call: each file that the call would execute or obey is as the grantor saw it, or as it is committed.
 * Threat: a model gets a script signed for the whole run, then rewrites it and runs it again.
 */
export async function grantsFor(
	{ executes = [] }: EntryOf<'tool_attempt'>,
	{ state, ports: { workspace } }: Stage,
): Promise<readonly StandingGrant[]> {
	const { grants } = state.asked;
	if (grants.length === 0 || executes.length === 0) return grants;
	const tracked = new Set(await workspace.paths());
	const isCommitted = (path: string): boolean => tracked.has(path) && !workspace.facts.changedInRun(path);
	return grants.filter(({ files }) =>
		executes.every(({ path, hash }) => (files.has(path) ? files.get(path) === hash : isCommitted(path))),
	);
}

/** Of these grants those by people who could sign the call by themselves: whoever must sign it must have granted it. */
export async function grantsInForce(
	given: readonly StandingGrant[],
	needs: readonly Clause[],
	stage: Stage,
): Promise<InForce> {
	const comments = await runComments(stage);
	const grants: StandingGrant[] = [];
	for (const grant of given) {
		const known = await factsOf(grant.grant.by, needs, stage.ports.forge);
		const why =
			(await revocation(grant, comments, stage)) ?? loss(grant, comments, known) ?? tampering(grant, comments, stage);
		if (why !== undefined)
			return { kind: 'ended', entry: { type: 'grants_revoked', comment_ids: [grant.commentId], why } };
		if (needs.every((clause) => clause.count === 1 && mayAnswer(clause, known.facts))) grants.push(grant);
	}
	return { kind: 'grants', grants };
}

/** Those without any of which the call would be asked about; of two that do as well the one that was given first. */
export function neededOf(
	grants: readonly StandingGrant[],
	allows: (some: readonly StandingGrant[]) => boolean,
): readonly StandingGrant[] {
	return grants.toReversed().reduce((needed, grant) => {
		const others = needed.filter((one) => one !== grant);
		return allows(others) ? others : needed;
	}, grants);
}

/** `/revoke` after the grant, by anybody who may decide. */
async function revocation(
	{ commentId }: StandingGrant,
	comments: readonly Comment[],
	{ ports }: Stage,
): Promise<string | undefined> {
	const later = commentsWith('revoke', comments).filter(({ id }) => id > commentId);
	for (const { author } of firstOfEach(later)) {
		const { mayWrite } = await ports.forge.rights(author);
		if (mayWrite) return `@${author.login} took back what was granted.`;
	}
	return undefined;
}

/** The request that it answered is not as it was posted, and its step has not begun: what was signed there is void, and so is what goes further. */
function tampering({ id }: StandingGrant, comments: readonly Comment[], { state }: Stage): string | undefined {
	const call = openCalls(state).find(({ request }) => request?.id === id);
	const isVoid = call !== undefined && tamperedRequest(call, { comments }) !== undefined;
	return isVoid ? `The comment that asked ${id} was edited or deleted.` : undefined;
}

/**
 * Whether people, or their silence, refused the same call or one that the same rule asked about, when such a one was answered last: a grant
 * from another answer is no yes to it, whatever a model changes in it.
 */
export async function wasDenied({ id, name }: CallState, asked: Refusable, { state, ports }: Stage): Promise<boolean> {
	const answered = callsOf(state).filter((one) => one.id !== id && one.name === name && one.answer !== undefined);
	const digest = digestOf(asked.args);
	for (const one of answered.toReversed()) {
		const isAlike =
			one.verdict?.matched_rule === asked.rule || digestOf((await toolCallOf(one, ports)).args) === digest;
		if (isAlike) return one.answer?.approved === false;
	}
	return false;
}

interface Refusable {
	readonly args: JsonObject;
	/** The rule that asks. */
	readonly rule: string;
}

/** The comment that granted is gone or changed, or whoever wrote it has no right any more: read anew whenever the grant is used. */
function loss(given: StandingGrant, comments: readonly Comment[], { mayWrite }: Known): string | undefined {
	const { by } = given.grant;
	const comment = comments.find(({ id }) => id === given.commentId);
	if (comment === undefined || !canDecide(comment) || comment.author.id !== by.id)
		return `The comment by which @${by.login} granted it is gone, or was edited.`;
	if (!says(comment, given)) return `The comment of @${by.login} does not grant it.`;
	return mayWrite ? undefined : `@${by.login} no longer has write access.`;
}

/** Whether a comment gives what the journal says it gave. Threat: a journal that somebody changed names any comment of a maintainer. */
function says({ body }: Comment, { id, grant }: StandingGrant): boolean {
	const wanted = grant.kind === 'blanket' ? 'run-everything' : grant.rule === undefined ? 'run-tool' : 'run';
	return parseCommands(body).some(
		(command) =>
			command.kind === 'approve' &&
			command.scope === wanted &&
			(typeof command.ids === 'string' || command.ids.includes(id)),
	);
}
