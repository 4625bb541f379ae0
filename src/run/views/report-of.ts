import type { Content, Entry, Outcome, StartedChecks } from '../../core/index.ts';
import type { JournalCheck, ReportStep, ReportView } from '../../report/index.ts';
import { headerOf } from '../stage.ts';
import { callsOf } from '../state/open-calls.ts';
import type { RunRecord } from '../state/run-journal.ts';
import type { State } from '../state/state.ts';
import { reportCalls } from './report-calls.ts';
import { requestCosts } from './request-costs.ts';
import { timedItems } from './timed-items.ts';
import { viewOf } from './view.ts';

/** The sources for a run's page, in addition to its journal. */
export interface ReportSource {
	/** Reads the whole content, or its preview if the content is missing. */
	readonly read: (content: Content) => Promise<string>;
	readonly check: JournalCheck;
	/** How this process ended. If left out, the journal shows the state of the run. */
	readonly outcome?: Outcome;
	readonly jobUrl?: string;
	/** The checks that GitHub started for the delivery, if GitHub reported them. */
	readonly started?: StartedChecks;
	/** The changes of the run, from the file next to the journal. */
	readonly changes?: string;
}

/** Returns everything that a run's page shows. */
export async function reportOf(record: RunRecord, source: ReportSource): Promise<ReportView> {
	const { read, check, jobUrl, started, changes } = source;
	const entries = record.entries();
	const state = record.state();
	const { repository, request, program, base_branch: baseBranch, base_sha: baseSha } = headerOf(state);
	const outcome = source.outcome ?? state.finished ?? state.process?.stopped;
	const last = state.rounds.at(-1);
	const view = viewOf(state, {
		...(outcome === undefined ? {} : { outcome }),
		...(jobUrl === undefined ? {} : { jobUrl }),
		...(started === undefined ? {} : { started }),
		answer: last === undefined ? '' : await read(last.reply.text),
		head: check,
	});
	return {
		run: view,
		repository,
		thread: request.thread,
		program,
		base: { branch: baseBranch, sha: baseSha },
		...addressesOf(state),
		began: state.begunAt,
		ended: entries.at(-1)?.at ?? state.begunAt,
		steps: stepsOf(entries, state),
		calls: await reportCalls(state, view, read),
		requests: requestCosts(entries, state),
		...(changes === undefined ? {} : { changes }),
		check,
	};
}

/**
 * Returns the addresses of the repository and of the run's comment, both from the address that GitHub returned for this comment. Other
 * addresses in a run may come from anybody.
 */
function addressesOf({ progress, header }: State): Pick<ReportView, 'home' | 'comment'> {
	const url = progress?.url ?? '';
	const below = `/${header?.repository ?? ''}/`;
	const origin = URL.canParse(url) ? new URL(url).origin : '';
	return url.startsWith(`${origin}${below}`) && origin.startsWith('https:')
		? { home: `${origin}${below}`, comment: url }
		: {};
}

function stepsOf(entries: readonly Entry[], state: State): readonly ReportStep[] {
	const numbers = new Map(callsOf(state).map(({ id }, index) => [id, index + 1]));
	return timedItems(entries).map(({ callId, ...step }) => {
		const number = callId === undefined ? undefined : numbers.get(callId);
		return number === undefined ? step : { ...step, call: number };
	});
}
