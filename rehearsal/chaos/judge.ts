import type { Begun } from './job-host.ts';
import { entriesOf, type KeptRun } from './journals.ts';
import type { SaidCommand, Task } from './people.ts';

/** One promise of the product. */
export interface Line {
	readonly what: string;
	/** The violations of it. Empty if it was kept. */
	readonly against: readonly string[];
}

export interface Evidence {
	readonly said: readonly SaidCommand[];
	/** The commands of all workflow runs, in order. */
	readonly dispatched: readonly string[];
	/** The runs as GitHub stores them. */
	readonly runs: readonly KeptRun[];
	/** The steps that jobs began, even if a job was killed later. */
	readonly begun: readonly Begun[];
	/** The labels of each issue. */
	readonly labels: ReadonlyMap<number, readonly string[]>;
	/** The command of each job that ended as a duplicate, once for each of its model calls. */
	readonly duplicateModelCalls: readonly string[];
}

/** Compares the evidence after the storm with the promises. */
export function judge(evidence: Evidence): readonly Line[] {
	return [
		{ what: 'each command of a writer has a workflow run', against: withoutRun(evidence) },
		{ what: 'each task has exactly one admitted run', against: notOnce(evidence) },
		{ what: 'strangers start nothing', against: ofStrangers(evidence) },
		{ what: 'every run is over, and every answer was heard', against: unheard(evidence) },
		{ what: 'each run ends as its people said', against: otherwise(evidence) },
		{ what: 'no approval is executed twice', against: executedTwice(evidence) },
		{ what: 'an approved step is done, a denied one is not', against: wrongEffects(evidence) },
		{
			what: 'duplicates make no model call',
			against: evidence.duplicateModelCalls,
		},
	];
}

function withoutRun({ said, dispatched }: Evidence): readonly string[] {
	const known = new Set(dispatched);
	return said.filter(({ command, task }) => task.mayAsk && !known.has(command)).map(({ command }) => command);
}

function notOnce({ said, runs }: Evidence): readonly string[] {
	const byCommand = Map.groupBy(runs, ({ command }) => command);
	const tasks = said.filter(({ task, answers }) => task.mayAsk && answers === undefined);
	const wrong = tasks.filter(({ command }) => {
		const admitted = (byCommand.get(command) ?? []).flatMap((run) => entriesOf(run, 'admitted'));
		return admitted.length !== 1;
	});
	return wrong.map(
		({ command }) =>
			`${command}: ${
				byCommand
					.get(command)
					?.map(({ ref }) => ref)
					.join(' and ') ?? 'no run'
			}`,
	);
}

function ofStrangers({ said, dispatched, runs }: Evidence): readonly string[] {
	const theirs = new Set(said.filter(({ task }) => !task.mayAsk).map(({ command }) => command));
	return [...dispatched, ...runs.map(({ command }) => command)].filter((command) => theirs.has(command));
}

function unheard({ runs }: Evidence): readonly string[] {
	const open = runs.filter((run) => entriesOf(run, 'run_finished').length !== 1);
	return open.map(({ run, command, entries }) => `${run} (${command}) ends with ${entries.at(-1)?.type}`);
}

function otherwise({ said, runs }: Evidence): readonly string[] {
	const tasks = tasksOf(said);
	return runs.flatMap((run) => {
		const task = tasks.get(run.command);
		const [finished] = entriesOf(run, 'run_finished');
		if (task === undefined || finished === undefined) return [];
		const isDenied = task.kind !== 'plain' && task.verdict === 'deny';
		const may = [isDenied ? 'denied' : 'completed', ...(isDeniedBeside(run, task, said) ? ['denied'] : [])];
		const { kind } = finished.outcome;
		return may.includes(kind) ? [] : [`${run.run} (${run.command}): ${kind}, not ${may[0]}`];
	});
}

function tasksOf(said: readonly SaidCommand[]): ReadonlyMap<string, Task> {
	return new Map(said.filter(({ answers }) => answers === undefined).map(({ command, task }) => [command, task]));
}

/**
 * Whether a denial for another run also counts for this one. Two runs of a thread that ask at the same moment use the same id. An approval
 * of this id counts for neither, and both ask again. A denial counts for both.
 */
function isDeniedBeside(run: KeptRun, { issue }: Task, said: readonly SaidCommand[]): boolean {
	const asked = new Set<string>(entriesOf(run, 'approval_requested').flatMap(({ items }) => items.map(({ id }) => id)));
	const denials = said.filter(({ task }) => task.issue === issue && task.verdict === 'deny');
	return denials.some(({ answers }) => answers !== undefined && asked.has(answers));
}

/** How often an approved step was begun and done. */
interface Executed {
	readonly run: string;
	readonly call: string;
	/** The approvals that it got. */
	readonly signed: number;
	/** How often a job began it, even if the job was killed later. */
	readonly began: number;
	readonly done: number;
}

function executions({ runs, begun }: Pick<Evidence, 'runs' | 'begun'>): readonly Executed[] {
	const begins = Map.groupBy(begun, ({ run, call }) => `${run} ${call}`);
	return runs.flatMap((run) => {
		const approved = entriesOf(run, 'approval').filter((one) => one.approved);
		return [...Map.groupBy(approved, ({ call_id: call }) => call)].map(([call, approvals]) => ({
			...{ run: run.run, call, signed: new Set(approvals.map(({ id }) => id)).size },
			began: begins.get(`${run.run} ${call}`)?.length ?? 0,
			done: entriesOf(run, 'tool_result').filter((one) => one.call_id === call).length,
		}));
	});
}

/** Returns the steps that were executed too often. If its job was killed, a step asks again, and each approval may begin it once. */
function executedTwice(evidence: Evidence): readonly string[] {
	const wrong = executions(evidence).filter(({ signed, began, done }) => began > signed || done > 1);
	return wrong.map(
		({ run, call, signed, began, done }) => `${run} ${call}: ${signed} signed, ${began} begun, ${done} done`,
	);
}

/** Returns the numbers about approvals in one line. */
export function approvalsOf(evidence: Pick<Evidence, 'runs' | 'begun'>): string {
	const { runs } = evidence;
	const asked = runs.flatMap((run) => entriesOf(run, 'approval_requested').flatMap(({ items }) => items)).length;
	const answers = runs.flatMap((run) => entriesOf(run, 'approval'));
	const yes = answers.filter(({ approved }) => approved).length;
	const anew = runs.flatMap((run) => [...entriesOf(run, 'approval_void'), ...entriesOf(run, 'effect_unknown')]).length;
	const executed = executions(evidence);
	const began = executed.reduce((sum, one) => sum + one.began, 0);
	const most = Math.max(0, ...executed.map((one) => Math.ceil(one.began / one.signed)));
	const done = executed.reduce((sum, one) => sum + one.done, 0);
	return `${asked} asked (${anew} anew), ${yes} yes, ${answers.length - yes} no, ${began} begun, ${done} done, at most ${most} for one yes`;
}

function wrongEffects({ said, runs, labels }: Evidence): readonly string[] {
	const tasks = tasksOf(said);
	return runs.flatMap((run) => {
		const task = tasks.get(run.command);
		const [finished] = entriesOf(run, 'run_finished');
		if (task === undefined || task.kind === 'plain' || finished === undefined) return [];
		const isWanted = finished.outcome.kind === 'completed';
		const isDone = entriesOf(run, 'tool_result').filter(({ ok }) => ok).length === 1;
		const isThere = task.kind === 'label' ? labels.get(task.issue)?.includes(`step-${task.slot}`) === true : isDone;
		if (isDone === isWanted && isThere === isWanted) return [];
		return [`${run.run} (${run.command}): ${finished.outcome.kind}, done: ${isDone}, there: ${isThere}`];
	});
}
