import type { Outcome } from '../core/index.ts';
import type { Head } from '../journal/index.ts';
import type { CallRow, RunView } from '../report/index.ts';
import { modeOf } from './pull-state.ts';
import { headerOf } from './stage.ts';
import type { CallState, State } from './state.ts';

/** What of a run's end a journal does not say: the outcome of this process, its head, the model's last words, the job's address. */
export interface Ending {
	readonly outcome?: Outcome;
	readonly head?: Head;
	readonly answer?: string;
	readonly jobUrl?: string;
}

/** A run as people see it. */
export function viewOf(state: State, ending: Ending = {}): RunView {
	const { run, request, settings } = headerOf(state);
	const { answer = '', ...rest } = ending;
	return {
		run,
		requester: request.actor.login,
		task: request.task,
		model: settings.model,
		rehearsal: settings.model.startsWith('scripted:'),
		mode: modeOf(state),
		...pullNotice(state),
		warnings: [...state.warnings, ...setupWarnings(state)],
		rows: state.rounds.flatMap((round) => round.calls).map(rowOf),
		answer,
		tokens: tokensOf(state),
		...rest,
	};
}

/** What people must know of a run on a pull request: whose code it works on, and what they could change. */
function pullNotice(state: State): { readonly notice?: string } {
	const { pull: began } = headerOf(state);
	const { pull } = state;
	if (began === undefined || pull === undefined || !began.fork) return {};
	const how = `Look at its changes; \`/agent ok ${pull.head}\` by somebody with write access lets the next run work on exactly that commit.`;
	if (began.vouch === undefined)
		return { notice: `🔒 This pull request comes from a fork, so the agent only reads and answers. ${how}` };
	const { login } = began.vouch.by;
	if (pull.readOnly)
		return { notice: `🔒 ${pull.why} What @${login} vouched for is void: the agent only reads. ${how}` };
	return { notice: `Works on the files of \`${began.headSha}\` from a fork, for which @${login} vouched.` };
}

/** What a reader should know of setup: each thing once, however many processes it happened in. */
function setupWarnings({ setups }: State): readonly string[] {
	const told = setups.flatMap(({ run, outcome, takenBack }) => [
		...(outcome?.kind === 'failed' ? [`Setup failed: \`${run}\`. The run went on without what it installs.`] : []),
		...(takenBack.length === 0
			? []
			: [
					`Setup \`${run}\` changed ${takenBack.slice(0, 5).join(', ')}${takenBack.length > 5 ? ` and ${takenBack.length - 5} more` : ''}; this was put back. Let it change ignored files only, as \`npm ci\` does and \`npm install\` does not.`,
				]),
	]);
	return [...new Set(told)];
}

function rowOf(call: CallState): CallRow {
	const { verdict } = call;
	return {
		tool: call.name,
		input: inputOf(call),
		verdict: verdict?.decision ?? 'not judged',
		rule: verdict?.matched_rule ?? '',
		result: resultOf(call),
	};
}

function inputOf(call: CallState): string {
	const input = call.verdict?.tool_input ?? {};
	const [first] = Object.values(input);
	const text = typeof first === 'string' ? first : JSON.stringify(first ?? '');
	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function resultOf(call: CallState): string {
	const by = signersOf(call);
	switch (call.outcome?.kind) {
		case 'done':
			return `✓ done${by}`;
		case 'failed':
			return `✗ failed${by}`;
		case 'blocked':
			return 'blocked';
		case 'denied':
			return `denied${by}`;
		case undefined:
			return call.request === undefined ? '' : `waits as ${call.request.id}${by}`;
	}
}

/** Who signed it, or said no. */
function signersOf({ request, answer, signatures }: CallState): string {
	const id = answer?.id ?? request?.id;
	const people = answer?.approved === false ? [answer] : signatures;
	if (id === undefined || people.length === 0) return '';
	return ` (${answer === undefined ? 'signed' : id} by ${people.map(({ user }) => `@${user}`).join(', ')})`;
}

function tokensOf(state: State): RunView['tokens'] {
	const sum = (pick: 'input' | 'output' | 'cached'): number =>
		state.rounds.reduce((total, round) => total + round.reply.usage[pick], 0);
	return { input: sum('input'), output: sum('output'), cached: sum('cached') };
}
