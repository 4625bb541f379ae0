import type { ApprovalSettings, Mode, Person, PlannedMode } from './approval.ts';
import type { Price } from './price-schema.ts';
import type { CodePlace } from './pull-schema.ts';
import type { runnerKinds } from './runner-schema.ts';

/** Facts about each trigger that other modules need. If a new trigger does not state all of them, the code does not compile. */
interface TriggerTraits {
	/** The run reads no rights, because no person asked for it, or because the person uses their own machine. */
	readonly isEntitled: boolean;
	/** The person who starts the run wrote the task. Threat: a label, or `/agent retry`, starts a task that somebody else wrote. */
	readonly isOwnWords: boolean;
	/** A workflow or a terminal provides the words of the task, and may name the skill. */
	readonly namesSkill: boolean;
	/** The standing issue of the workflow lists the run. */
	readonly isListed: boolean;
	/** The person asked for a run. A person who only opens a pull request did not, and gets no reply about missing rights. */
	readonly isAsked: boolean;
}

/** What can start a run. */
export const triggerTraits = {
	comment: { isEntitled: false, isOwnWords: true, namesSkill: false, isListed: false, isAsked: true },
	label: { isEntitled: false, isOwnWords: false, namesSkill: false, isListed: false, isAsked: true },
	issue: { isEntitled: false, isOwnWords: false, namesSkill: false, isListed: false, isAsked: true },
	'pull-request': { isEntitled: false, isOwnWords: false, namesSkill: true, isListed: false, isAsked: false },
	dispatch: { isEntitled: false, isOwnWords: true, namesSkill: true, isListed: true, isAsked: true },
	schedule: { isEntitled: true, isOwnWords: false, namesSkill: true, isListed: true, isAsked: true },
	terminal: { isEntitled: true, isOwnWords: true, namesSkill: true, isListed: false, isAsked: true },
} as const satisfies Readonly<Record<string, TriggerTraits>>;

export type Trigger = keyof typeof triggerTraits;
export const triggers = Object.keys(triggerTraits) as readonly Trigger[];

/**
 * The request for one run, with the person and the place. `github/events/event.ts` builds it once for each event, and `cli.ts` for a
 * terminal.
 */
export interface RunRequest {
	readonly trigger: Trigger;
	readonly actor: Person;
	/** The issue or pull request of the run. Ids are unique in a thread, and the runs of a thread run one after another. */
	readonly thread: number;
	readonly onPullRequest: boolean;
	/** The task, in the words of the person who asked. */
	readonly task: string;
	/** The person who asked first, if the actor only repeats another person's task. */
	readonly taskBy?: Person;
	/** The requester did not write the task. A workflow contains it, or a label or a retry repeats it. */
	readonly foreignWords?: true;
	/** The workflow also allows people without write access. Such a run only reads and answers. */
	readonly forStranger?: true;
	/** The comment with the command, if there is one. */
	readonly commentId?: number;
	/**
	 * The person or team to mention when the run waits or fails, if no comment started the run. A login, or `org/team`. This gives no rights.
	 */
	readonly owner?: string;
	/** The place in the code, if the task is a comment on code. */
	readonly code?: CodePlace;
	/** The key of the command. An event that is delivered twice has the same key both times, so only one job can claim it. */
	readonly key: string;
}

/**
 * The process that executes a run: an attempt of a workflow job, a process on the bot's machine, or a process in a terminal. Claims contain
 * it.
 */
export interface Runner {
	readonly kind: (typeof runnerKinds)[number];
	/** The workflow run's id, or the process id. */
	readonly id: string;
	readonly attempt: number;
}

/** The limits of a run. */
export interface RunLimits {
	/** How many rounds with tools come before the closing message (Wolffish, The Agent Pipeline: max 8). */
	readonly maxIterations: number;
	/** If nobody answers in this time, the step is denied. Seconds. */
	readonly approvalTimeoutSeconds: number;
	/** The most input and output tokens of all processes. If left out, there is no cap. */
	readonly tokensPerRun?: number;
	/** The most US cents at list prices of all processes. If left out, there is no cap. */
	readonly centsPerRun?: number;
	/** The most working time of the run's processes, without waiting. If left out, there is no cap. */
	readonly minutesPerRun?: number;
	/** The most tokens of all runs of the repository together on one day (UTC). */
	readonly tokensPerDay?: number;
	readonly centsPerDay?: number;
	readonly minutesPerDay?: number;
	/** After this many replies in a row that only repeat known calls, the model writes its closing message. Missing in older journals. */
	readonly idleRounds?: number;
	/** Which of these two caps come from the followed skill, because the skill's limit is lower than the configuration's. */
	readonly ofSkill?: readonly ('tokens' | 'minutes')[];
	/** Whether the run asks people for more at a cap, or ends. If left out, it ends, as in older journals. */
	readonly atCap?: AtCap;
}

/** What a run does at a cap, the mildest first: it asks people for more, or it ends. */
export const atCaps = ['ask', 'end'] as const;
export type AtCap = (typeof atCaps)[number];

/** Whose comments the model reads: those of people with write access and of the requester, or everyone's. */
export type ListenTo = 'writers' | 'everyone';

/** One command of the configuration's `setup`, which maintainers wrote on the default branch. */
export interface SetupCommand {
	/** A command line for a shell. */
	readonly run: string;
	/** The hosts that the command may reach. If empty, it has no network. */
	readonly hosts: readonly string[];
	readonly seconds: number;
}

/** A host whose address may be private, and why the maintainers trust it. */
export interface PrivateHost {
	/** One exact name, perhaps with a port. */
	readonly host: string;
	readonly because: string;
}

/** The part of the configuration that stays the same during a run, because the journal's header contains it. */
export interface RunSettings {
	readonly mode: Mode;
	/**
	 * If the run is in mode `plan`, its last answer becomes a plan that people must sign. The signed plan is then carried out in this mode.
	 * If left out, the last answer is only an answer.
	 */
	readonly planned?: PlannedMode;
	readonly model: string;
	/** The models to ask if the first one does not answer, in order. */
	readonly fallbacks?: readonly string[];
	readonly limits: RunLimits;
	/** Missing in older journals, which means `writers`. */
	readonly listenTo?: ListenTo;
	/** The skill that the run follows. The run may use only the skill's tools. If left out, the run may use all tools. */
	readonly skill?: string;
	/** The commands that prepare the checkout in each process of the run. If left out, there are none. */
	readonly setup?: readonly SetupCommand[];
	/** The list prices of the models that have one. Older journals have none. */
	readonly prices?: readonly Price[];
	/** Hosts that every command may reach. None if left out. */
	readonly standingHosts?: readonly string[];
	/** The standing hosts whose address may be private, and why. None if left out. */
	readonly privateHosts?: readonly PrivateHost[];
	/** Ports of the job's own loopback that every command may reach, as `localhost:5432`. None if left out. */
	readonly services?: readonly string[];
	/** If true, commands reach hosts by the proxy of the job's network. If left out, they reach them directly. */
	readonly upstreamProxy?: true;
	/** Who may sign. If left out, one person with write access. */
	readonly approvals?: ApprovalSettings;
}

/** `<thread>-<digest of the command's key>`. The same command always names the same run. */
export type RunId = string;
