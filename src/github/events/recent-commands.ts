import { z } from 'zod';
import { mayHoldCommand, parseCommands } from '../../approvals/index.ts';
import type { Person } from '../../core/index.ts';
import { type Api, ApiRefusal } from '../api/api.ts';
import { commentSchema, toComment } from '../thread/comment.ts';
import { readEdited } from '../thread/edits.ts';

const comment = commentSchema.extend({ issue_url: z.string() });
const remark = commentSchema.extend({ pull_request_url: z.string(), updated_at: z.string() });

/** The kinds of comments that can contain a command, as they are dispatched: on a thread, or beside the code. */
export type CommentKind = 'comment' | 'review';

/** Lists the comments of each kind. A kind that is missing here would never be recovered, and does not compile. */
const listed: Readonly<Record<CommentKind, (api: Api, query: Query) => Promise<readonly Placed[]>>> = {
	comment: async (api, query) => {
		const found = await api.list('GET /repos/{owner}/{repo}/issues/comments', comment, query);
		return found.map((one) => ({ comment: one, place: one.issue_url }));
	},
	review: async (api, query) => {
		const found = await api.list('GET /repos/{owner}/{repo}/pulls/comments', remark, query);
		return found.map((one) => ({ comment: asSent(one), place: one.pull_request_url }));
	},
};

type Query = Readonly<Record<string, string>>;

interface Placed {
	readonly comment: z.infer<typeof commentSchema>;
	/** The address of the thread. */
	readonly place: string;
}
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

/**
 * A recent command to the agent, as the bot dispatches it: `comment/<id>` or `review/<id>`. Labels are left out, because the text that an
 * issue had when its label was set is not known any more. People must set the label again.
 */
export interface RecentCommand {
	readonly command: string;
	readonly thread: number;
	readonly actor: Person;
	/** ISO 8601 UTC. */
	readonly at: string;
	/** Set if a button was pressed. The bot's signed comment already contains the person's answer. */
	readonly signed?: true;
	/** Set if so many jobs of the command failed that it is not started again. `url` is the page of the last job. */
	readonly givenUp?: { readonly tries: number; readonly url?: string };
}

/** What to look for in a repository. */
export interface Look {
	/** The command must be written between `since` and `until`. A newer one may still arrive by webhook. */
	readonly since: Date;
	readonly until: Date;
	/** The file of the workflow that is dispatched. Undefined if runs are not jobs of GitHub, because GitHub then has no list of them. */
	readonly workflow?: string;
	/** The App's login. A button press is in one of its comments. */
	readonly self: string;
}

/**
 * Returns the commands of a repository that have no workflow run, or only failed ones, oldest first. After three failed runs, a command has
 * `givenUp`. Returns nothing if the repository does not have the workflow. It does not check the rights of people. If there are few
 * commands, this needs at most four requests.
 */
export async function unansweredCommands(api: Api, look: Look): Promise<readonly RecentCommand[]> {
	const inTime = (await spoken(api, look)).filter(({ at }) => at >= iso(look.since) && at <= iso(look.until));
	if (inTime.length === 0 || look.workflow === undefined) return inTime.sort(byTime);
	// The runs are read after the commands, so that the list contains runs that were dispatched meanwhile.
	const dispatched = await dispatchedRuns(api, look.workflow, look.since);
	if (dispatched === undefined) return [];
	return inTime.flatMap((one) => unanswered(one, dispatched.get(one.command) ?? [])).sort(byTime);
}

function byTime(one: RecentCommand, other: RecentCommand): number {
	return one.at < other.at ? -1 : 1;
}

async function spoken(api: Api, look: Look): Promise<readonly RecentCommand[]> {
	const query = { since: iso(look.since), sort: 'created', direction: 'asc' };
	const found: Spoken[] = [];
	for (const [kind, list] of Object.entries(listed))
		found.push(...(await list(api, query)).flatMap((one) => commandIn(one, kind, look.self)));
	const edited = await readEdited(
		api,
		found.map(({ node }) => node),
	);
	return found.flatMap(({ node, command }) => (edited.has(node) ? [] : [command]));
}

/** Returns the comment with its later time as the time of creation, because a review comment is a draft until the review is sent. */
function asSent(found: z.infer<typeof remark>): z.infer<typeof remark> {
	return { ...found, created_at: found.updated_at };
}

interface Spoken {
	/** GitHub's node id. */
	readonly node: string;
	readonly command: RecentCommand;
}

function commandIn({ comment: found, place }: Placed, kind: string, self: string): readonly Spoken[] {
	const { id, author, body, createdAt: at, viaApp, mine } = toComment(found, self);
	const signed = isPress(body, mine);
	const isCommand = author.type === 'User' && !viaApp && mayHoldCommand(body) && parseCommands(body).length > 0;
	// A deleted account has no rights.
	if (found.user === null || !(signed || isCommand)) return [];
	const thread = Number(place.split('/').at(-1));
	const actor = { id: author.id, login: author.login };
	const command = { command: `${kind}/${id}`, thread, actor, at, ...(signed ? { signed } : {}) } as const;
	return [{ node: found.node_id, command }];
}

function isPress(body: string, isOwn: boolean): boolean {
	return isOwn && /<!-- countersign:press:\S+ -->\s*$/.test(body);
}

/** GitHub lists at most a thousand runs for one query. This many queries by time find older runs. */
const mostStretches = 10;

/** After this many failures, the command is not started again. */
const mostTries = 3;
const failures: readonly unknown[] = ['failure', 'cancelled', 'timed_out', 'startup_failure'];

/**
 * Returns the command if all its tries failed. A run that the workflow's `concurrency` cancelled for a newer run of the same command never
 * began, so it does not count as a try. A run that was cancelled before the newer one existed does count: a person cancelled it, or it took
 * too long. Otherwise a run that people cancel would always start again.
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

/**
 * Returns the dispatched runs of each command, newest first. The command is at the end of a run's title, where the workflow's `run-name`
 * puts it. Returns undefined if there is no such workflow.
 */
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

/**
 * Returns runs, newest first. If a run is dispatched while this reads the pages, other runs move to later pages. So some runs can come
 * twice, but none is missed.
 */
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

/** Formats a time as GitHub does: whole seconds, without a fraction. */
function iso(date: Date): string {
	return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
