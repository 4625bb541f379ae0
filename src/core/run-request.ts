import type { ApprovalSettings, Mode, Person, PlannedMode } from './approval.ts';
import type { Price } from './price-schema.ts';
import type { CodePlace } from './pull-schema.ts';
import type { runnerKinds } from './runner-schema.ts';
import type { PrivateHost } from './standing-reach.ts';

/** What started a run. */
export const triggers = ['comment', 'label', 'issue', 'pull-request', 'dispatch', 'schedule', 'terminal'] as const;
export type Trigger = (typeof triggers)[number];

/** One run as it was asked for, by whom, where. Built once per event by `github/event.ts`, `cli.ts` for a terminal. */
export interface RunRequest {
	readonly trigger: Trigger;
	readonly actor: Person;
	/** The issue or pull request where the run talks: ids count per thread, runs of a thread are serialised. */
	readonly thread: number;
	readonly onPullRequest: boolean;
	/** What is to be done, in the words of the person who asked. */
	readonly task: string;
	/** Who asked for it first, where the actor only repeats somebody else's task. */
	readonly taskBy?: Person;
	/** The words are not those of whoever asked: a workflow wrote them for an event, or they are repeated from a label. */
	readonly foreignWords?: true;
	/** The workflow lets it begin for people without write access; it only reads and answers. */
	readonly forStranger?: true;
	/** The comment that carries the command, where one does. */
	readonly commentId?: number;
	/** Who is asked when it waits or fails, where no comment started it: a login, or `org/team`. A mention, never a right. */
	readonly owner?: string;
	/** The code that the task was written beside. */
	readonly code?: CodePlace;
	/** Names the command: the same delivery, repeated, has the same key; it is claimed once. */
	readonly key: string;
}

/** Who executes: a workflow job's attempt, or a process beside the bot or of a terminal. Claims carry it. */
export interface Runner {
	readonly kind: (typeof runnerKinds)[number];
	/** The workflow run's id, or the process id. */
	readonly id: string;
	readonly attempt: number;
}

/** What bounds a run. */
export interface RunLimits {
	/** Tool rounds before the closing call without tools (Wolffish, The Agent Pipeline: max 8). */
	readonly maxIterations: number;
	/** Silence means no, after this. Seconds. */
	readonly approvalTimeoutSeconds: number;
	/** Tokens in and out, over all processes; without it there is no cap. */
	readonly tokensPerRun?: number;
	/** US cents at list prices, over all processes; without it there is no cap. */
	readonly centsPerRun?: number;
	/** Wall time of the run's processes, without waiting; without it there is no cap. */
	readonly minutesPerRun?: number;
	/** The same of all runs of the repository together on one day (UTC). */
	readonly tokensPerDay?: number;
	readonly centsPerDay?: number;
	readonly minutesPerDay?: number;
	/** After so many replies in a row that only repeat known calls the model has its last word; never in journals from before that. */
	readonly idleRounds?: number;
	/** Which of the two caps of the run the followed skill has set, below the configuration. */
	readonly ofSkill?: readonly ('tokens' | 'minutes')[];
	/** At a cap people are asked for more, or the run ends; `end` where it is left out, as in journals from before one could ask. */
	readonly atCap?: 'ask' | 'end';
}

/** Whose words on a thread the model is shown: those of people with write access and of the requester, or everyone's. */
export type ListenTo = 'writers' | 'everyone';

/** One command of the configuration's `setup`: maintainers wrote it on the default branch. */
export interface SetupCommand {
	/** A command line for a shell. */
	readonly run: string;
	/** The hosts that it may reach; without any it has no network. */
	readonly hosts: readonly string[];
	readonly seconds: number;
}

/** The part of the configuration that is frozen when a run starts. */
export interface RunSettings {
	readonly mode: Mode;
	/** Of a run in mode `plan`: its last answer is asked about as a plan, and carried out in this mode. Otherwise it is an answer. */
	readonly planned?: PlannedMode;
	readonly model: string;
	/** The models that are asked where it does not answer, in order. */
	readonly fallbacks?: readonly string[];
	readonly limits: RunLimits;
	/** Journals from before it was a setting have none: `writers`. */
	readonly listenTo?: ListenTo;
	/** The skill that the run follows: its tools and no others. All tools when left out. */
	readonly skill?: string;
	/** What prepares the checkout in each process of the run; none when left out. */
	readonly setup?: readonly SetupCommand[];
	/** The list prices of those models that have one; journals from before there were prices have none. */
	readonly prices?: readonly Price[];
	/** Hosts that every command may reach. None when left out. */
	readonly standingHosts?: readonly string[];
	/** Those of them whose address may be private, and why. None when left out. */
	readonly privateHosts?: readonly PrivateHost[];
	/** Ports of the job's own loopback that every command may reach, as `localhost:5432`. None when left out. */
	readonly services?: readonly string[];
	/** Commands reach hosts by the proxy of the job's network. Directly when left out. */
	readonly upstreamProxy?: true;
	/** Who may sign; one person with write access when left out. */
	readonly approvals?: ApprovalSettings;
}

/** `<thread>-<digest of the command's key>`: the same command always names the same run. */
export type RunId = string;
