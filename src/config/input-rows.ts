import { z } from 'zod';
import { isLoopback, modes, mostRounds } from '../core/index.ts';
import { httpUrl } from './http-url.ts';
import { modelList } from './model-schema.ts';

/** `no-changes`: there was no commit since the last run. `own-pull-request`: a pull request of an earlier run is still open. */
export const skipConditions = ['no-changes', 'own-pull-request'] as const;
export type SkipCondition = (typeof skipConditions)[number];

/** Where a run's audit is published. */
export const auditPlaces = ['artifact', 'branch'] as const;
export type AuditPlace = (typeof auditPlaces)[number];

/** An input of the action. */
export type Row = Traits & (Secret | Open);

interface Traits {
	readonly schema: z.ZodType;
	/** The value of an empty input. If it is left out, an empty input is absent. */
	readonly otherwise?: string;
	/** The variable from which a run on the bot's machine (`RUNNER=local`) reads this input. Null if such a run cannot have it. */
	readonly botVariable: string | null;
	/** `countersign run` has an option for it. */
	readonly inTerminal: boolean;
	/** No other action is likely to have an input of this name, so a step that sets it is ours. */
	readonly isTelling: boolean;
}

interface Secret {
	/** The value is masked and redacted, and no tool gets it. */
	readonly secret: true;
	/** Only the value of the input itself is masked, so no variable may replace it. */
	readonly variable?: never;
}

interface Open {
	readonly secret: false;
	/** An environment variable that replaces an empty input. */
	readonly variable?: string;
}

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Each input of the action, except those of providers and of federation. A test compares the table with action.yml. */
export const rows = {
	'github-token': {
		schema: z.string().min(1, 'is missing: set `github-token: ${{ github.token }}`'),
		otherwise: '',
		...{ secret: true, botVariable: null, inTerminal: false, isTelling: false },
	},
	model: {
		schema: z
			.string()
			.transform((list) => list.split(/[,\n]/).map((id) => id.trim()))
			.pipe(modelList),
		...{ secret: false, botVariable: 'MODEL', inTerminal: true, isTelling: false },
	},
	prompt: {
		schema: z.string(),
		otherwise: '',
		...{ secret: false, botVariable: null, inTerminal: false, isTelling: false },
	},
	skill: {
		schema: z.string().regex(/^([a-z0-9][a-z0-9-]*)?$/, "must be a skill's name"),
		otherwise: '',
		...{ secret: false, botVariable: null, inTerminal: true, isTelling: false },
	},
	/** The command that the App's bot dispatches. It is read again from GitHub. */
	command: {
		schema: z
			.string()
			.regex(
				/^(?:(?:comment|review)\/[1-9]\d{0,15}|label\/[1-9]\d{0,15}\/[0-9a-f]{16})$/,
				'must be `comment/<id>`, `review/<id>` or `label/<issue>/<words>`, as the bot dispatches it',
			),
		...{ secret: false, botVariable: null, inTerminal: false, isTelling: false },
	},
	/** The address of the App's bot. */
	bot: {
		schema: httpUrl.refine(isSafe, 'must begin with https://, unless it is on this machine'),
		...{ secret: false, botVariable: null, inTerminal: false, isTelling: false },
	},
	/** Who is asked when a run waits, if no comment started it: a login, or `org/team`. */
	owner: {
		schema: z
			.string()
			.regex(/^@?[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\/[\w.-]+)?$/i, 'must be a login, or `org/team`')
			.transform((name) => name.replace(/^@/, '')),
		...{ secret: false, botVariable: null, inTerminal: false, isTelling: false },
	},
	/** The conditions under which a scheduled run has nothing to do. */
	'skip-if': {
		schema: z
			.string()
			.transform((list) =>
				list
					.split(/[,\n]/)
					.map((name) => name.trim())
					.filter((name) => name !== ''),
			)
			.pipe(z.array(z.enum(skipConditions, `must be in this list: ${skipConditions.join(', ')}`))),
		otherwise: '',
		...{ secret: false, botVariable: null, inTerminal: false, isTelling: false },
	},
	/** Whether a pull request by a person without write access starts a run. Such a run only reads. */
	'review-strangers': {
		schema: flag,
		otherwise: 'false',
		...{ secret: false, botVariable: null, inTerminal: false, isTelling: false },
	},
	label: {
		schema: z.string().min(1),
		otherwise: 'agent',
		...{ secret: false, botVariable: null, inTerminal: false, isTelling: false },
	},
	mode: {
		schema: z.enum(modes),
		...{ secret: false, botVariable: null, inTerminal: true, isTelling: false },
	},
	'max-iterations': {
		schema: z.coerce.number().int().min(1).max(mostRounds),
		...{ secret: false, botVariable: null, inTerminal: true, isTelling: false },
	},
	'approval-timeout-seconds': {
		schema: z.coerce.number().int().min(1).max(2_592_000),
		variable: 'COUNTERSIGN_APPROVAL_TIMEOUT_SECONDS',
		...{ secret: false, botVariable: null, inTerminal: true, isTelling: true },
	},
	audit: {
		schema: z.enum(auditPlaces),
		otherwise: 'artifact',
		...{ secret: false, botVariable: 'AUDIT', inTerminal: false, isTelling: true },
	},
	/** Whether the job signs the head of the journal with its identity. */
	attest: {
		schema: flag,
		otherwise: 'false',
		...{ secret: false, botVariable: null, inTerminal: false, isTelling: false },
	},
	/** Where the state of runs is kept: in git refs, or in a folder. */
	state: {
		schema: z.string().regex(/^(refs|directory:.+)$/, 'must be `refs` or `directory:<path>`'),
		otherwise: 'refs',
		...{ secret: false, botVariable: null, inTerminal: false, isTelling: false },
	},
	/** The key that encrypts the state of runs. */
	'state-key': {
		schema: z
			.string()
			.min(32, 'must have at least 32 characters: make one with `openssl rand -hex 32` and keep it as a secret'),
		...{ secret: true, botVariable: 'STATE_KEY', inTerminal: false, isTelling: true },
	},
} as const satisfies Readonly<Record<string, Row>>;

/** Whether an address is safe. Threat: with plain HTTP, a listener on the network would get the job's identity, and so the App's token. */
function isSafe(address: string): boolean {
	if (!URL.canParse(address)) return false;
	return new URL(address).protocol !== 'http:' || isLoopback(address);
}
