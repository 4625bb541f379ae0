import type { Bounds } from './bounds.ts';

/** `A1`, `A2`… counted per thread. Authority comes from rights and binding, not from the id. */
export type ApprovalId = `A${number}`;

/**
 * How far a run may go unasked, the strictest first (leashd, Safety Pipeline: modes and auto-approve). `plan` reads only; `default` asks for
 * every write; `edit` may write files of the checkout; `contained` may do whatever ends inside a proven sandbox, and is `edit` without one;
 * `auto` turns every confirm into allow.
 */
export const modes = ['plan', 'default', 'edit', 'contained', 'auto'] as const;

export type Mode = (typeof modes)[number];

/** The modes that a signed plan can be carried out in. */
export const plannedModes = ['default', 'edit', 'contained'] as const satisfies readonly Mode[];

export type PlannedMode = (typeof plannedModes)[number];

/** A person as GitHub knows them: the numeric id stays when a login is freed and claimed by somebody else. */
export interface Person {
	readonly id: number;
	readonly login: string;
}

/** Something that turns confirm into allow, and never block into anything. */
export type Grant =
	| { readonly kind: 'mode'; readonly mode: Mode }
	/**
	 * One tool for the rest of the run, under one rule and within what was shown (`/approve A1 for-run`), or under any rule
	 * (`/approve A1 for-run tool`).
	 */
	| ({ readonly kind: 'tool'; readonly tool: string; readonly rule?: string; readonly by: Person } & Bounds)
	/** A command of the configuration's `setup`, as maintainers wrote it on the default branch. */
	| { readonly kind: 'setup' }
	/** Every confirm of the run (`/approve A1 for-run everything`). */
	| { readonly kind: 'blanket'; readonly by: Person };

/** How far a signature goes beyond the call that it signs: the rest of the run, or, by a pull request to the policy, every run. */
export type ApprovalScope = 'run' | 'run-tool' | 'run-everything' | 'always';

/**
 * Who may sign: whom any of its lists names, with write access besides (triage where `roles` says so). Nobody where it names nobody.
 */
export interface Who {
	/** The least role (`triage`, `write`, `maintain`, `admin`), or the exact name of a custom one. */
	readonly roles?: readonly string[];
	/** The id decides; the login is what is shown, and may be empty. */
	readonly people?: readonly Person[];
	/** `org/slug`, in lower case. */
	readonly teams?: readonly string[];
	/** Owners of CODEOWNERS that are no teams: logins in lower case, and addresses, which nobody can prove to be theirs. */
	readonly owners?: readonly string[];
	/** The patterns of CODEOWNERS that named them. */
	readonly patterns?: readonly string[];
	/** The requester, where they may not sign for their own run. */
	readonly except?: Person;
}

/** One condition of an approval: so many different people of these. */
export interface Clause {
	readonly count: number;
	readonly who: Who;
	/** What asks for it: the configuration, a rule, a line of CODEOWNERS. */
	readonly why: string;
}

/** `approvals` of the configuration, as it is frozen for a run. */
export interface ApprovalSettings {
	readonly roles: readonly string[];
	readonly people: readonly Person[];
	readonly teams: readonly string[];
	/** Whoever started the run does not sign for it. */
	readonly notRequester: boolean;
	readonly signatures: number;
	/** Signatures where the risk is critical. */
	readonly critical: number;
	/** Owners of the touched paths sign, too. */
	readonly codeowners: boolean;
	/** Answers must name what they answer. */
	readonly requireIds: boolean;
	/** Whom the organization wants to sign besides: as many of these, whoever else does. */
	readonly organization?: {
		readonly roles: readonly string[];
		readonly people: readonly Person[];
		readonly teams: readonly string[];
		/** Where it says so. */
		readonly why: string;
	};
}
