import { journalVersion } from '../core/index.ts';

/** New names of fields, by their names in version 1. `inside` has the names for an inner object, or for each object in a list. */
interface Renames {
	readonly [name: string]: string | { readonly inside: Renames };
}

const walls: Renames = { privateHosts: 'private_hosts', upstreamProxy: 'upstream_proxy' };

const request: Renames = {
	onPullRequest: 'on_pull_request',
	taskBy: 'task_by',
	foreignWords: 'foreign_words',
	forStranger: 'for_stranger',
	commentId: 'comment_id',
};

const limits: Renames = {
	maxIterations: 'max_iterations',
	approvalTimeoutSeconds: 'approval_timeout_seconds',
	tokensPerRun: 'tokens_per_run',
	centsPerRun: 'cents_per_run',
	minutesPerRun: 'minutes_per_run',
	tokensPerDay: 'tokens_per_day',
	centsPerDay: 'cents_per_day',
	minutesPerDay: 'minutes_per_day',
	idleRounds: 'idle_rounds',
	ofSkill: 'of_skill',
	atCap: 'at_cap',
};

const settings: Renames = {
	limits: { inside: limits },
	listenTo: 'listen_to',
	prices: { inside: { asOf: 'as_of' } },
	standingHosts: 'standing_hosts',
	privateHosts: 'private_hosts',
	upstreamProxy: 'upstream_proxy',
	approvals: { inside: { notRequester: 'not_requester', requireIds: 'require_ids' } },
};

const pull: Renames = {
	headSha: 'head_sha',
	headBranch: 'head_branch',
	baseBranch: 'base_branch',
	vouch: { inside: { commentId: 'comment_id' } },
	readOnly: 'read_only',
};

/** Returns whether this program can read the journals of a version. */
export function isReadable(version: unknown): boolean {
	return version === 1 || version === journalVersion;
}

/** The fields that version 2 renamed, by the type of the entry. No new name was the old name of another field. */
export const renames: Renames = {
	run_started: {
		inside: {
			baseSha: 'base_sha',
			baseBranch: 'base_branch',
			request: { inside: request },
			settings: { inside: settings },
			pull: { inside: pull },
		},
	},
	claimed: { inside: { callId: 'call_id', takenOver: 'taken_over' } },
	claim_lost: { inside: { callId: 'call_id' } },
	reported: { inside: { commentId: 'comment_id' } },
	model_reply: { inside: { calls: { inside: { id: 'call_id', name: 'tool_name' } } } },
	walls_tried: { inside: { found: { inside: { walls: { inside: walls } } } } },
	tool_attempt: { inside: { effects: { inside: { definedIn: 'defined_in' } }, walls: { inside: walls } } },
	security_violation: { inside: { rule: 'matched_rule' } },
};

/**
 * Returns a line of any version with the field names of version 2. Because old and new names never overlap, lines of version 2 stay as they
 * are, and a run from version 1 can continue in the same file. A line with the old and the new name of a field is not an entry, so the
 * result is undefined.
 */
export function upgradeEntry(line: Readonly<Record<string, unknown>>): unknown {
	const { type } = line;
	const own = typeof type === 'string' && Object.hasOwn(renames, type) ? renames[type] : undefined;
	const upgraded = typeof own === 'object' ? renamed(line, own.inside) : line;
	return type === 'run_started' && line['schema'] === 1 ? withVersion(upgraded) : upgraded;
}

function withVersion(header: unknown): unknown {
	return typeof header === 'object' ? { ...header, schema: journalVersion } : header;
}

/** Returns a value with the new names. An object with the old and the new name of a field becomes undefined, which every schema refuses. */
function renamed(value: unknown, names: Renames): unknown {
	if (Array.isArray(value)) return value.map((one) => renamed(one, names));
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).map(([name, inner]): readonly [string, unknown] => {
		const rename = Object.hasOwn(names, name) ? names[name] : undefined;
		if (typeof rename === 'object') return [name, renamed(inner, rename.inside)];
		return [rename ?? name, inner];
	});
	return new Set(fields.map(([name]) => name)).size === fields.length ? Object.fromEntries(fields) : undefined;
}
