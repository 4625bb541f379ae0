import type { Bounds } from './bounds.ts';

/** An id such as `A1` or `A2`, unique in a thread. To know an id gives no right: a person's rights and the binding decide. */
export type ApprovalId = `A${number}`;

/**
 * How much a run may do without asking, the strictest mode first (leashd, Safety Pipeline: modes and auto-approve). `plan` only reads.
 * `default` asks for every write. `edit` may write files of the checkout. `contained` may do everything that stays inside a proven sandbox.
 * Without a proven sandbox, it is the same as `edit`. `auto` turns every confirm into allow.
 */
export const modes = ['plan', 'default', 'edit', 'contained', 'auto'] as const;

export type Mode = (typeof modes)[number];

/** For each mode of the configuration or the skill: the mode in which a signed plan is carried out. */
export const plannedAs = {
	plan: 'contained',
	default: 'default',
	edit: 'edit',
	contained: 'contained',
	auto: 'contained',
} as const satisfies Readonly<Record<Mode, Mode>>;

export type PlannedMode = (typeof plannedAs)[Mode];

/** The modes in which a signed plan can be carried out. */
export const plannedModes = modes.filter((mode): mode is PlannedMode => plannedAs[mode] === mode);

/** A GitHub user. The numeric id stays the same even if a login becomes free and another person takes it. */
export interface Person {
	readonly id: number;
	readonly login: string;
}

/** A permission that turns a verdict `confirm` into `allow`. It never changes a block. */
export type Grant =
	| { readonly kind: 'mode'; readonly mode: Mode }
	/**
	 * One tool for the rest of the run. `/approve A1 for-run` covers one rule, and only the hosts and file classes that the request showed.
	 * `/approve A1 for-run tool` covers any rule.
	 */
	| ({ readonly kind: 'tool'; readonly tool: string; readonly rule?: string; readonly by: Person } & Bounds)
	/** A command of `setup` in the configuration, which maintainers wrote on the default branch. */
	| { readonly kind: 'setup' }
	/** Every later call of the run that needs approval (`/approve A1 for-run everything`). */
	| { readonly kind: 'blanket'; readonly by: Person };

/** What a signature can cover beyond its call: the rest of the run, or, by a pull request that changes the policy, every run. */
export const approvalScopes = ['run', 'run-tool', 'run-everything', 'always'] as const;

export type ApprovalScope = (typeof approvalScopes)[number];

/**
 * Who may sign: everybody in any of the lists who also has write access. If `roles` contains `triage`, that role is enough. If all lists
 * are empty, nobody may sign.
 */
export interface Who {
	/** The lowest role (`triage`, `write`, `maintain`, `admin`), or the exact name of a custom role. */
	readonly roles?: readonly string[];
	/** The id decides. The login is only shown, and may be empty. */
	readonly people?: readonly Person[];
	/** `org/slug`, in lower case. */
	readonly teams?: readonly string[];
	/**
	 * Owners from CODEOWNERS that are not teams. They are logins in lower case, or e-mail addresses. Nobody can prove that they own an
	 * address, so an address matches no person.
	 */
	readonly owners?: readonly string[];
	/** The CODEOWNERS patterns that named these owners. */
	readonly patterns?: readonly string[];
	/** The requester, if requesters may not sign for their own runs. */
	readonly except?: Person;
}

/** One condition of an approval: this number of different people of this group. */
export interface Clause {
	readonly count: number;
	readonly who: Who;
	/** What requires this clause: the configuration, a rule, or a line of CODEOWNERS. */
	readonly why: string;
}

/** The configuration's `approvals`, as the journal's header keeps them for a run. */
export interface ApprovalSettings {
	readonly roles: readonly string[];
	readonly people: readonly Person[];
	readonly teams: readonly string[];
	/** The person who started the run may not sign for it. */
	readonly notRequester: boolean;
	readonly signatures: number;
	/** The number of signatures if the risk is critical. */
	readonly critical: number;
	/** Owners of the touched paths must sign too. */
	readonly codeowners: boolean;
	/** Answers must name the ids that they answer. */
	readonly requireIds: boolean;
	/** The people of whom the organization also requires signatures. Their number is the same as in the configuration. */
	readonly organization?: {
		readonly roles: readonly string[];
		readonly people: readonly Person[];
		readonly teams: readonly string[];
		/** Where the organization names these people. */
		readonly why: string;
	};
}
