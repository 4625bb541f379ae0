import type { Entry, EntryOf, Outcome } from '../../core/index.ts';
import type { CallOutcome, SetupNotice, Started } from './call-state.ts';

/** One command of the configuration's `setup` in one process, with its state so far. */
export interface SetupState {
	readonly id: string;
	/** The number of the process. Setup runs once in each process that needs it. */
	readonly process: number;
	readonly run: string;
	readonly verdict: EntryOf<'tool_attempt'>;
	readonly started?: Started;
	readonly outcome?: CallOutcome;
	/** Paths that setup changed and that the run restored, because the changes would otherwise be saved and delivered. */
	readonly takenBack: readonly string[];
}

type Kinds = 'tool_attempt' | 'tool_started' | 'tool_result' | 'security_violation';

/** An entry about a setup command. */
export type SetupEntry = Extract<Entry, { type: Kinds }>;

/** Returns the setup commands after one more entry about them. */
export function foldSetup(setups: readonly SetupState[], entry: SetupEntry, process: number): readonly SetupState[] {
	if (entry.type === 'tool_attempt') {
		const run = String(entry.tool_input['command'] ?? '');
		return [...setups, { id: entry.call_id, process, run, verdict: entry, takenBack: [] }];
	}
	return setups.map((setup) => (setup.id === entry.call_id ? { ...setup, ...changeBy(entry) } : setup));
}

function changeBy(entry: Exclude<SetupEntry, { type: 'tool_attempt' }>): Partial<SetupState> {
	switch (entry.type) {
		case 'tool_started':
			return { started: startedBy(entry) };
		case 'tool_result':
			return { outcome: outcomeBy(entry), takenBack: entry.taken_back ?? [] };
		case 'security_violation':
			return { outcome: { kind: 'blocked', text: entry.told, at: entry.at } };
	}
}

/** Returns the attempt that an entry begins. */
export function startedBy({ attempt, seq, at }: Entry & EntryOf<'tool_started'>): Started {
	return { attempt, seq, at };
}

/** Returns the outcome of a call that ran. */
export function outcomeBy({
	ok,
	output,
	at,
	duration_ms,
	tree,
	head_sha: headSha,
	pull_request: pullRequest,
	refused,
}: Entry & EntryOf<'tool_result'>): CallOutcome {
	const ended = { kind: ok ? ('done' as const) : ('failed' as const), text: output, at, durationMs: duration_ms, tree };
	return {
		...ended,
		...(headSha === undefined ? {} : { headSha }),
		...(pullRequest === undefined ? {} : { pullRequest }),
		...(refused === undefined ? {} : { refused }),
	};
}

/** Returns the messages for the model about a finished setup command. Empty if the command succeeded and the run restored no files. */
export function noticesOf({ run, outcome, takenBack }: SetupState): readonly SetupNotice[] {
	const failed = outcome?.kind === 'failed' && typeof outcome.text !== 'string' ? { failed: outcome.text } : {};
	return 'failed' in failed || takenBack.length > 0 ? [{ run, takenBack, ...failed }] : [];
}

/** Returns the outcome if the gate forbids a setup command. The run stops, because later work depends on this command. */
export function blockedSetup({ run, verdict }: SetupState): Outcome {
	const message =
		`The gate forbids \`${run}\`, a command of \`setup\` in .github/countersign.yml, by rule ${verdict.matched_rule}: ` +
		`${verdict.reason} Correct it on the default branch and start the run again with a new /agent comment.`;
	return { kind: 'failed', reason: 'bad-config', message };
}

/** Returns the id of a setup call. No model may give such an id to its call. */
export function setupId(process: number, number: number): string {
	return `setup-${process}-${number}`;
}

/** Returns whether an id belongs to setup. */
export function isSetupId(id: string): boolean {
	return /^setup-\d+-\d+$/.test(id);
}
