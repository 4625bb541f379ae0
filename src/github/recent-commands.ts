import { z } from 'zod';
import { mayHoldCommand, parseCommands } from '../approvals/index.ts';
import type { Person } from '../core/index.ts';
import { type Api, ApiRefusal } from './api.ts';
import { commentSchema, toComment } from './comment.ts';
import { readEdited } from './edits.ts';

const comment = commentSchema.extend({ issue_url: z.string() });
const remark = commentSchema.extend({ pull_request_url: z.string(), updated_at: z.string() });
const run = z.object({
	id: z.number(),
	created_at: z.string(),
	updated_at: z.string(),
	display_title: z.string().nullish(),
	status: z.string().nullish(),
	conclusion: z.string().nullish(),
	html_url: z.string().nullish(),
});
const runs = z.object({ total_count: z.number(), workflow_runs: z.array(run) });

/** Something that somebody told the agent, as it is dispatched: `comment/<id>`, `review/<id>`. A label is set on words that nobody kept: it is set again. */
export interface RecentCommand {
	readonly command: string;
	readonly thread: number;
	readonly actor: Person;
	/** ISO 8601 UTC. */
	readonly at: string;
	/** It is a button that was pressed: the bot has signed for its person. */
	readonly signed?: true;
	/** As many of its jobs broke off as are tried: it is not started any more. */
	readonly givenUp?: { readonly tries: number; readonly url?: string };
}

/** What of a repository is looked through. */
export interface Look {
	/** Not older than this, and not younger than `until`: what was said just now is on its way. */
	readonly since: Date;
	readonly until: Date;
	/** The file that is dispatched; left out where runs are no jobs of GitHub's, so that nobody there knows them. */
	readonly workflow?: string;
	/** The App's login: a button that was pressed stands in a comment of its own. */
	readonly self: string;
}

/**
 * The commands of a repository that have no workflow run, or whose runs all failed, oldest first; none where it has no such workflow. A run
 * that broke off goes on so, until three have. Who said them is not judged here. At most four requests, where little was said.
 */
export async function unansweredCommands(api: Api, look: Look): Promise<readonly RecentCommand[]> {
	const inTime = (await spoken(api, look)).filter(({ at }) => at >= iso(look.since) && at <= iso(look.until));
	if (inTime.length === 0 || look.workflow === undefined) return inTime.sort(byTime);
	// Read last: a run that is dispatched meanwhile is seen.
	const dispatched = await dispatchedRuns(api, look.workflow, look.since);
	if (dispatched === undefined) return [];
	return inTime.flatMap((one) => unanswered(one, dispatched.get(one.command) ?? [])).sort(byTime);
}

function byTime(one: RecentCommand, other: RecentCommand): number {
	return one.at < other.at ? -1 : 1;
}

async function spoken(api: Api, look: Look): Promise<readonly RecentCommand[]> {
	const query = { since: iso(look.since), sort: 'created', direction: 'asc' };
	const comments = await api.list('GET /repos/{owner}/{repo}/issues/comments', comment, query);
	const remarks = await api.list('GET /repos/{owner}/{repo}/pulls/comments', remark, query);
	const found = [
		...comments.flatMap((one) => commandIn(one, { place: one.issue_url, kind: 'comment', self: look.self })),
		...remarks
			.map(asSent)
			.flatMap((one) => commandIn(one, { place: one.pull_request_url, kind: 'review', self: look.self })),
	];
	const edited = await readEdited(
		api,
		found.map(({ node }) => node),
	);
	return found.flatMap(({ node, command }) => (edited.has(node) ? [] : [command]));
}

/** What belongs to a review is drafted before it is sent: it counts from then on. */
function asSent(found: z.infer<typeof remark>): z.infer<typeof remark> {
	return { ...found, created_at: found.updated_at };
}

interface Spot {
	readonly place: string;
	readonly kind: string;
	readonly self: string;
}

interface Spoken {
	/** GitHub's node id. */
	readonly node: string;
	readonly command: RecentCommand;
}

function commandIn(found: z.infer<typeof commentSchema>, { place, kind, self }: Spot): readonly Spoken[] {
	const { id, author, body, createdAt: at, viaApp, mine } = toComment(found, self);
	const signed = isPress(body, mine);
	const isCommand = author.type === 'User' && !viaApp && mayHoldCommand(body) && parseCommands(body).length > 0;
	// Whose account is gone has no rights to be read.
	if (found.user === null || !(signed || isCommand)) return [];
	const thread = Number(place.split('/').at(-1));
	const actor = { id: author.id, login: author.login };
	const command = { command: `${kind}/${id}`, thread, actor, at, ...(signed ? { signed } : {}) } as const;
	return [{ node: found.node_id, command }];
}

function isPress(body: string, isOwn: boolean): boolean {
	return isOwn && /<!-- countersign:press:\S+ -->\s*$/.test(body);
}

/** GitHub lists a thousand at most; an older stretch is asked for by its time. */
const mostStretches = 10;

/** Somebody looks at what has failed so often. */
const mostTries = 3;
const failures: readonly unknown[] = ['failure', 'cancelled', 'timed_out', 'startup_failure'];

/**
 * A run that was cancelled for a newer one of its command, as the workflow's `concurrency` says, never began. One that ended before the newer
 * was there was cancelled by somebody, or took too long: a try like any other, or what somebody ends would begin for ever.
 */
function unanswered(command: RecentCommand, runs: readonly z.infer<typeof run>[]): readonly RecentCommand[] {
	const tries = runs.filter(({ conclusion, updated_at: ended }, index) => {
		const newer = runs[index - 1];
		return newer === undefined || conclusion !== 'cancelled' || ended < newer.created_at;
	});
	if (!tries.every(({ conclusion }) => failures.includes(conclusion))) return [];
	if (tries.length < mostTries) return [command];
	const url = tries[0]?.html_url ?? undefined;
	return [{ ...command, givenUp: { tries: tries.length, ...(url === undefined ? {} : { url }) } }];
}

/** The dispatched runs, newest first, by the command that ends their title, as the workflow's `run-name` has it; undefined where there is no such workflow. */
async function dispatchedRuns(api: Api, workflow: string, since: Date) {
	const all = new Map<number, z.infer<typeof run>>();
	let created = `>=${iso(since)}`;
	for (let stretch = 1; stretch <= mostStretches; stretch++) {
		const found = await stretchOf(api, workflow, created);
		if (found === undefined) return undefined;
		const before = all.size;
		for (const one of found.runs) all.set(one.id, one);
		const oldest = found.runs.at(-1)?.created_at;
		if (found.runs.length >= found.total || oldest === undefined || all.size === before) break;
		created = `${iso(since)}..${oldest}`;
	}
	return Map.groupBy(all.values(), ({ display_title: title }) => title?.split(/\s+/).at(-1) ?? '');
}

/** Newest first. A run that is dispatched meanwhile moves the others to later pages: some come twice, none is missed. */
async function stretchOf(api: Api, workflow: string, created: string) {
	const route = 'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs';
	const all: z.infer<typeof run>[] = [];
	let total = 0;
	try {
		for await (const page of api.pages(route, runs, { workflow_id: workflow, event: 'workflow_dispatch', created })) {
			all.push(...page.found.workflow_runs);
			total = page.found.total_count;
		}
	} catch (error) {
		if (error instanceof ApiRefusal && error.status === 404) return undefined;
		throw error;
	}
	return { runs: all, total };
}

/** GitHub's times have whole seconds, and no fraction. */
function iso(date: Date): string {
	return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
