import { canDecide, commentsWith, firstOfEach, mayAnswer, type ReadComment } from '../../approvals/index.ts';
import { type Clause, digestOf, type EntryBody, type EntryOf, type JsonObject } from '../../core/index.ts';
import { factsOf, type Known } from '../calls/needs.ts';
import { type Stage, toolCallOf } from '../stage.ts';
import type { StandingGrant } from '../state/asked-state.ts';
import type { CallState } from '../state/call-state.ts';
import { callsOf, openCalls } from '../state/open-calls.ts';
import { runComments } from './run-comments.ts';
import { entryIfRequestChanged } from './tampered-request.ts';

/** The grants that cover a call, or the entry that ends a grant which is no longer valid. */
export type InForce =
	| { readonly kind: 'grants'; readonly grants: readonly StandingGrant[] }
	| { readonly kind: 'ended'; readonly entry: EntryBody };

/**
 * Returns the run's grants that can apply to a call. This requires that each file that the call would execute, or read as settings, has the
 * content that the author of the grant saw. A file that was not part of the granted call must be committed and unchanged. Threat: a model
 * gets approval for a script for the whole run, then rewrites the script and runs it again.
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

/** Returns those grants whose authors could approve this call alone, or the entry that ends an invalid grant. */
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

/**
 * Returns only the grants that are necessary to allow the call. If two grants have the same effect, it keeps the one that was given first.
 */
export function neededOf(
	grants: readonly StandingGrant[],
	allows: (some: readonly StandingGrant[]) => boolean,
): readonly StandingGrant[] {
	return grants.toReversed().reduce((needed, grant) => {
		const others = needed.filter((one) => one !== grant);
		return allows(others) ? others : needed;
	}, grants);
}

/** Returns a sentence if a person with write access wrote `/revoke` after the grant. */
async function revocation(
	{ commentId }: StandingGrant,
	comments: readonly ReadComment[],
	{ ports }: Stage,
): Promise<string | undefined> {
	const later = commentsWith('revoke', comments).filter(({ id }) => id > commentId);
	for (const { author } of firstOfEach(later)) {
		const { mayWrite } = await ports.forge.rights(author);
		if (mayWrite) return `@${author.login} took back what was granted.`;
	}
	return undefined;
}

/**
 * Returns a sentence if somebody changed or deleted the request behind the grant before the approved step ended. Then the approval is void,
 * and so is the grant.
 */
function tampering({ id }: StandingGrant, comments: readonly ReadComment[], { state }: Stage): string | undefined {
	const call = openCalls(state).find(({ request }) => request?.id === id);
	const isVoid = call !== undefined && entryIfRequestChanged(call, { comments }) !== undefined;
	return isVoid ? `The comment that asked ${id} was edited or deleted.` : undefined;
}

/**
 * Returns whether the last answer to a similar call was a denial. No answer in time also counts as a denial. Calls are similar if they are
 * equal, or if the same rule asked about them. After a denial, no grant from another answer allows a similar call, even if the model
 * changes its arguments.
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

/**
 * Returns a sentence if the granting comment is gone or changed, or if its author has lost write access. This is checked each time the
 * grant is used.
 */
function loss(given: StandingGrant, comments: readonly ReadComment[], { mayWrite }: Known): string | undefined {
	const { by } = given.grant;
	const comment = comments.find(({ id }) => id === given.commentId);
	if (comment === undefined || !canDecide(comment) || comment.author.id !== by.id)
		return `The comment by which @${by.login} granted it is gone, or was edited.`;
	if (!says(comment, given)) return `The comment of @${by.login} does not grant it.`;
	return mayWrite ? undefined : `@${by.login} no longer has write access.`;
}

/** Returns whether a comment grants what the journal says. Threat: a forged journal names an unrelated comment of a maintainer. */
function says({ commands }: ReadComment, given: StandingGrant): boolean {
	return commands.some(
		(command) =>
			command.kind === 'approve' &&
			command.scope === given.scope &&
			(typeof command.ids === 'string' || command.ids.includes(given.id)),
	);
}
