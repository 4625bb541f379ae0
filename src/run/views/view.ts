import {
	type EntryOf,
	firstNamed,
	leftSentences,
	type Outcome,
	type StartedChecks,
	unknownTool,
} from '../../core/index.ts';
import type { Head } from '../../journal/index.ts';
import type { CallRow, RunView, WaitRow } from '../../report/index.ts';
import { deliveryWarnings } from '../calls/delivery-check.ts';
import { toolsWarnings } from '../calls/tools.ts';
import { modeInForce, wallsWarnings } from '../calls/walls.ts';
import { delivers } from '../open/undelivered.ts';
import { headerOf } from '../stage.ts';
import { usagesOf } from '../state/budget.ts';
import { type CallState, unsignedOf } from '../state/call-state.ts';
import { pricedCosts } from '../state/money.ts';
import { callsOf, openCalls } from '../state/open-calls.ts';
import type { State } from '../state/state.ts';
import { modelsOf, modelWarnings } from './answering-models.ts';
import { deliveredOf } from './delivered-pull-request.ts';
import { inForce } from './granted.ts';
import { inputOf } from './input-of.ts';
import { commentUrl } from './report-calls.ts';
import { askedOf } from './spared.ts';
import { startedSentence } from './started-checks.ts';

/** Facts about a run's end that are not in the journal, such as the outcome of this process and the job's address. */
export interface Ending {
	readonly outcome?: Outcome;
	readonly head?: Head;
	readonly answer?: string;
	/** The addresses of the comments in which the answer continues. */
	readonly furtherParts?: readonly string[];
	readonly jobUrl?: string;
	/** Where the undelivered changes are. Our own markdown. */
	readonly kept?: string;
	/** The checks that GitHub started for the delivery, if GitHub was asked and answered. */
	readonly started?: StartedChecks;
	/** A problem that did not stop the run. */
	readonly note?: string;
}

/** Returns a run as people see it. */
export function viewOf(state: State, ending: Ending = {}): RunView {
	const { run, request, settings } = headerOf(state);
	const { answer = '', note, started, ...rest } = ending;
	const checks = startedSentence(started, state);
	return {
		run,
		requester: request.actor.login,
		task: request.task,
		...modelsOf(state),
		mode: modeInForce(state),
		grants: state.finished === undefined ? inForce(state) : [],
		...(settings.skill === undefined ? {} : { skill: settings.skill }),
		...pullNotice(state),
		warnings: [
			...[...state.warnings, ...wallsWarnings(state), ...toolsWarnings(state), ...setupWarnings(state)],
			...[...deliveryWarnings(state, checks !== undefined), ...modelWarnings(state)],
			...leftSentences(state.left).map((sentence) => `Not saved and not delivered: ${sentence}`),
			...(note === undefined ? [] : [note]),
		],
		rows: callsOf(state).map((call) => rowOf(call, state)),
		waits: waitsOf(state),
		...deliveredOf(state),
		...(checks === undefined ? {} : { checks }),
		answer,
		...wholeAnswerOf(state),
		asked: askedOf(state),
		tokens: tokensOf(state),
		...pricedCosts(state),
		...rest,
	};
}

/** Returns the file with the whole answer, which is next to the journal. */
function wholeAnswerOf({ rounds }: State): { readonly wholeAnswer?: string } {
	const last = rounds.at(-1);
	return last === undefined ? {} : { wholeAnswer: `blobs/${last.reply.text.sha256}` };
}

const onlyReads = 'So the agent only reads and answers. A new `/agent` comment starts a run that may do more.';

/** Why nothing is pushed to a fork, even if its owner allows it. */
const forkKept =
	'Changes to it come as a new pull request: the token of a job is for this repository alone, and "Allow edits by maintainers" lets people push to the fork, not tokens.';

/** Says what people must know about a run on a pull request: whose code it uses, and what they could change. */
function pullNotice(state: State): { readonly notice?: string } {
	const { pull: began } = headerOf(state);
	const { pull } = state;
	if (began === undefined || pull === undefined) return {};
	if (!began.fork) return pull.readOnly && pull.why !== '' ? { notice: `🔒 ${pull.why} ${onlyReads}` } : {};
	const how = `Look at its changes; \`/agent ok ${pull.head}\` by somebody with write access lets the next run work on exactly that commit. ${forkKept}`;
	if (began.vouch === undefined)
		return { notice: `🔒 This pull request comes from a fork, so the agent only reads and answers. ${how}` };
	const { login } = began.vouch.by;
	if (pull.readOnly)
		return { notice: `🔒 ${pull.why} What @${login} vouched for is void: the agent only reads. ${how}` };
	return { notice: `Works on the files of \`${began.headSha}\` from a fork, for which @${login} vouched. ${forkKept}` };
}

/** Returns the warnings about setup. Each warning is shown once, even if it happened in several processes. */
function setupWarnings({ setups }: State): readonly string[] {
	const told = setups.flatMap(({ run, outcome, takenBack }) => [
		...(outcome?.kind === 'failed' ? [`Setup failed: \`${run}\`. The run went on without what it installs.`] : []),
		...(takenBack.length === 0
			? []
			: [
					`Setup \`${run}\` changed ${firstNamed(takenBack)}; this was put back. Let it change ignored files only, as \`npm ci\` does and \`npm install\` does not.`,
				]),
	]);
	return [...new Set(told)];
}

/** Returns the requests that people must still decide. Nothing waits if the run is over. */
function waitsOf(state: State): readonly WaitRow[] {
	if (state.finished !== undefined) return [];
	return openCalls(state).flatMap((call) => {
		const { request, answer } = call;
		if (request === undefined || answer !== undefined) return [];
		const { id, expiresAt: until, commentId } = request;
		const needs = unsignedOf(call);
		return [
			{
				...{ id, tool: call.name, input: inputOf(call.verdict?.tool_input), until, needs },
				...commentUrl(commentId, state),
				...commitOf(call),
			},
		];
	});
}

function rowOf(call: CallState, { finished }: State): CallRow {
	const { verdict, answer, signatures, outcome } = call;
	const people = answer?.approved === false ? [answer] : signatures;
	return {
		tool: call.name,
		input: inputOf(call.verdict?.tool_input),
		verdict: verdict?.decision ?? 'not judged',
		rule: verdict?.matched_rule ?? '',
		end: isNoTool(call) ? 'blocked' : (outcome?.kind ?? 'open'),
		result: outcome === undefined && finished !== undefined ? 'not done' : resultOf(call),
		people: people.filter(isPerson).map(({ user, role }) => ({ login: user, role })),
		...obstacleOf(call),
		...commitOf(call),
	};
}

/** Marks a call that adds a commit to the pull request on which the run was requested. */
function commitOf({ verdict, outcome }: CallState): Pick<CallRow, 'addsCommit'> {
	const isMeant = verdict?.effects.some(
		(effect) => effect.kind === 'forge.write' && effect.what === 'pull-request-commit',
	);
	const isOtherwise = outcome?.kind === 'done' && outcome.headSha === undefined;
	return isMeant === true && !isOtherwise ? { addsCommit: true } : {};
}

/** Returns the problem that prevented a delivery. Otherwise the thread would not show why nothing was delivered. */
function obstacleOf(call: CallState): Pick<CallRow, 'obstacle'> {
	const { outcome } = call;
	if (!delivers(call) || (outcome?.kind !== 'failed' && outcome?.kind !== 'blocked')) return {};
	const { text } = outcome;
	return { obstacle: typeof text === 'string' ? text : text.preview };
}

function isPerson({ approver_type }: EntryOf<'approval'>): boolean {
	return approver_type === 'human';
}

/** Returns whether a call names an unknown tool. This is not a tool's failure, because nothing ran. */
function isNoTool({ verdict, outcome }: CallState): boolean {
	return verdict?.matched_rule === unknownTool && outcome?.kind === 'failed';
}

/** Names the rule that blocks a call after people signed it. */
function ruleAfter({ verdict, signatures }: CallState): string {
	return signatures.length === 0 || verdict === undefined
		? ''
		: ` by \`${verdict.matched_rule}\`, after it was approved`;
}

function resultOf(call: CallState): string {
	const by = signersOf(call);
	switch (call.outcome?.kind) {
		case 'done':
			return `✓ done${by}`;
		case 'failed':
			return isNoTool(call) ? 'there is no such tool' : `✗ failed${by}`;
		case 'blocked':
			return `blocked${ruleAfter(call)}`;
		case 'denied':
			return `denied${by}`;
		case undefined:
			return call.request === undefined ? '' : `waits as ${call.request.id}${by}`;
	}
}

const unsaid = { expiry: 'nobody answered', withdrawal: 'the request was withdrawn' } as const;

/** Says who signed or denied the call. */
function signersOf({ request, answer, signatures }: CallState): string {
	const id = answer?.id ?? request?.id;
	const people = answer?.approved === false ? [answer] : signatures;
	if (answer !== undefined && answer.approver_type !== 'human') return ` (${id}: ${unsaid[answer.approver_type]})`;
	if (id === undefined || people.length === 0) return '';
	const names = people.map(({ user }) => `@${user}`);
	return answer === undefined
		? ` (${names.join(' and ')} approved; more approvals are needed)`
		: ` (${id} by ${names.join(', ')})`;
}

function tokensOf(state: State): RunView['tokens'] {
	const sum = (pick: 'input' | 'output' | 'cached'): number =>
		usagesOf(state).reduce((total, usage) => total + usage[pick], 0);
	return { input: sum('input'), output: sum('output'), cached: sum('cached') };
}
