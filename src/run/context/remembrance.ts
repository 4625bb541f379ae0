import type { EntryBody, EntryOf, JsonObject, Ports, Remembrance } from '../../core/index.ts';
import type { Journal } from '../../journal/index.ts';
import { dayOf, episodeText, type FeedbackRow, feedbackText, notesText } from '../../memory/index.ts';
import { argsOf, headerOf, type Stage } from '../stage.ts';
import type { CallState } from '../state/call-state.ts';
import { isOwn } from '../state/call-state.ts';
import { unremembered } from '../state/remembered.ts';
import type { State } from '../state/state.ts';

/**
 * Writes an episode about the run, the outcome of each call and the agent's notes to the memory (Wolffish, The Agent Pipeline: hippocampus
 * and basal ganglia).
 */
export async function remember({ state, journal, ports }: Stage): Promise<EntryBody> {
	const { request, run } = headerOf(state);
	// Use the time of the last entry, so a repeated attempt writes the same text.
	const at = journal.entries().at(-1)?.at ?? ports.clock.now().toISOString();
	// If the run failed before and continued, its earlier calls are already in the memory.
	const ended = unremembered(state);
	const calls = ended.filter((call) => !isOwn(call));
	const tools = calls.map((call) => ({ name: call.name, preview: call.args.preview, outcome: outcomeOf(call) }));
	const response = await answerOf(state, ports);
	const { blobs, redactor } = ports;
	const episode = redactor.redact(episodeText({ at, request, tools, response }));
	const rows = await Promise.all(ended.map((call) => rowsOf(call, { state, ports })));
	const feedback = redactor.redact(feedbackText(rows.flat()));
	const notes = redactor.redact(notesText({ at, run, notes: await notesOf(calls, ports) }));
	await ports.memory.remember(dayOf(at), episode, feedback, notes);
	return {
		type: 'remembered',
		episode: await blobs.put(episode),
		feedback: await blobs.put(feedback),
		...(notes === '' ? {} : { notes: await blobs.put(notes) }),
	};
}

/** Returns the model's last text. */
export async function answerOf(state: State, ports: Pick<Ports, 'blobs'>): Promise<string> {
	const last = state.rounds.at(-1);
	return last === undefined ? '' : ports.blobs.get(last.reply.text);
}

/**
 * Returns the memory entries about a run that is over or has failed, which later runs can find. A run that failed and continued has several
 * entries. Threat: text in a fork's pull request reaches the agent, and must not reach later runs.
 */
export async function remembrancesOf(
	state: State,
	{ journal, ports }: { readonly journal: Journal; readonly ports: Ports },
): Promise<readonly Remembrance[]> {
	const isOver = state.finished !== undefined || state.process?.stopped?.kind === 'failed';
	if (ports.memory.keep === undefined || !isOver || isOfFork(headerOf(state))) return [];
	const { blobs } = ports;
	const entries = journal.entries().filter((one) => one.type === 'remembered');
	return Promise.all(
		entries.map(async ({ at, episode, feedback, notes }) => ({
			day: dayOf(at),
			episode: await blobs.get(episode),
			feedback: await blobs.get(feedback),
			notes: notes === undefined ? '' : await blobs.get(notes),
		})),
	);
}

/** Returns whether a run is on a fork's pull request, or on one whose source is not known. Such a run saves no memory and reads none. */
export function isOfFork({ request, pull }: Pick<EntryOf<'run_started'>, 'request' | 'pull'>): boolean {
	return request.onPullRequest && pull?.fork !== false;
}

/** Returns the feedback rows of a call. A person's approval is a separate row before the row with the result. */
async function rowsOf(
	call: CallState,
	{ state, ports }: Pick<Stage, 'state' | 'ports'>,
): Promise<readonly FeedbackRow[]> {
	const { outcome } = call;
	if (outcome === undefined) return [];
	const rule = ruleOf(call);
	const row = { at: outcome.at, tool: call.name, args: call.args.preview };
	const result = outcomeOf(call);
	const end: FeedbackRow = {
		...row,
		outcome: result,
		...(await endOf(call, ports)),
		...(result === 'success' || result === 'failed' ? {} : rule),
	};
	const yes = approvalOf(call, state);
	// For the run's own calls, only the answer is feedback.
	if (isOwn(call) && yes === undefined && result !== 'denied') return [];
	if (isOwn(call) && yes !== undefined) return [{ ...row, outcome: 'approved', detail: yes, ...rule }];
	return yes === undefined ? [end] : [{ ...row, outcome: 'approved', detail: yes, ...rule }, end];
}

/** Returns the rule that blocked the call or required approval, even if a grant allowed the call. */
function ruleOf({ verdict }: CallState): Pick<FeedbackRow, 'rule'> {
	if (verdict === undefined) return {};
	if (verdict.decision !== 'allow') return { rule: verdict.matched_rule };
	const asking = verdict.matches.find(({ decision }) => decision === 'confirm');
	return verdict.granted_by === undefined || asking === undefined ? {} : { rule: asking.rule };
}

/** Describes how a call ended. For a denial, it returns the person's reason and who denied it. */
async function endOf(
	{ outcome, answer, verdict }: CallState,
	{ blobs }: Ports,
): Promise<Pick<FeedbackRow, 'detail' | 'by'>> {
	if (outcome?.kind === 'denied' && answer?.approved === false)
		return {
			detail: answer.rejection_reason ?? '',
			by: answer.approver_type === 'human' ? `@${answer.user}` : 'nobody answered',
		};
	if (outcome?.kind === 'blocked' && verdict !== undefined) return { detail: verdict.reason };
	const text = outcome?.text ?? '';
	return { detail: typeof text === 'string' ? text : await blobs.get(text) };
}

/** Says who allowed a call, by an answer or by an earlier grant for the run. */
function approvalOf({ answer, signatures, verdict }: CallState, { asked }: State): string | undefined {
	if (answer?.approved === true) {
		const people = signatures.length === 0 ? [answer] : signatures;
		return `${answer.id} by ${people.map(({ user }) => `@${user}`).join(', ')}`;
	}
	const granting = verdict?.granted_by ?? [];
	if (granting.length === 0) return undefined;
	const grants = asked.grants.filter(({ commentId }) => granting.includes(commentId));
	return grants.length === 0
		? 'what was granted for the run'
		: grants.map(({ id, grant }) => `${id} for the run by @${grant.by.login}`).join(', ');
}

/** Returns the notes whose call succeeded, in order. */
async function notesOf(calls: readonly CallState[], ports: Ports): Promise<readonly string[]> {
	const noted = calls.filter(({ name, outcome }) => name === 'memory_note' && outcome?.kind === 'done');
	const args: readonly JsonObject[] = await Promise.all(noted.map((call) => argsOf(call.args, ports)));
	return args.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
}

function outcomeOf(call: CallState): FeedbackRow['outcome'] {
	return call.outcome === undefined || call.outcome.kind === 'done' ? 'success' : call.outcome.kind;
}
