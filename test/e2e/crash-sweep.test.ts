import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ApiComment, InterceptedRequest } from '../../rehearsal/github/local-github.ts';
import type { JobEnd, RunningJob } from '../../rehearsal/job-runner.ts';
import { git } from '../../rehearsal/sample-repository.ts';
import { verifyJournalFile } from '../../src/journal/index.ts';
import { Stage } from './stage.ts';

const preload = join(import.meta.dirname, 'kill-at-append.mjs');
const script = `
turns:
  - calls: [{ tool: file_edit, args: { path: src/slug.js, old_text: "join('_')", new_text: "join('-')" } }]
  - calls: [{ tool: shell_exec, args: { command: bash scripts/once.sh } }]
  - calls: [{ tool: open_pull_request, args: { title: Join with hyphens, body: As asked. } }]
  - text: Done.
`;
const files = { 'scripts/once.sh': 'if false; then ./tool; fi\necho ran >> ran.txt\n' };
const branch = 'countersign/1-make-it-so';

/** Where a process is killed: before GitHub sees a request, after the request took effect, or at an append to the journal. */
type KillPoint = { readonly kind: 'before' | 'after' | 'lost' | 'torn' | 'written'; readonly at: number };

/** The same story needs approval in mode `edit`, and none in mode `contained`. */
type SweptMode = 'edit' | 'contained';

interface Played {
	readonly end: JobEnd;
	readonly killed: boolean;
	readonly wasUnknown: boolean;
	/** Their methods, in order. */
	readonly requests: readonly string[];
	readonly appends: number;
}

/** One story with one process that is killed; the same event is delivered again, as GitHub's "re-run job" does. */
class Story {
	private readonly requests: Pick<InterceptedRequest, 'method' | 'order'>[] = [];
	private appends = 0;
	private killed = false;
	private wasUnknown = false;
	private running: RunningJob | undefined;
	private readonly stage: Stage;
	private readonly point: KillPoint | undefined;
	private readonly keepDisk: boolean;

	constructor(stage: Stage, point: KillPoint | undefined, keepDisk: boolean) {
		this.stage = stage;
		this.point = point;
		this.keepDisk = keepDisk;
		stage.github.intercept = (request, phase) => this.watch(request, phase);
	}

	async play(): Promise<Played> {
		let end = await this.deliver(await this.stage.comment('maintainer', '/agent make it so'));
		for (let round = 0; ['waiting', 'unknown'].includes(end.outputs['outcome'] ?? ''); round++) {
			expect(round).toBeLessThan(5);
			const unknown = end.outputs['outcome'] === 'unknown';
			this.wasUnknown ||= unknown;
			end = await this.deliver(
				await this.stage.comment('maintainer', unknown ? '/deny all it may have run' : '/approve all'),
			);
		}
		const { killed, wasUnknown, appends } = this;
		return { end, killed, wasUnknown, requests: this.requests.map(({ method }) => method), appends };
	}

	private async deliver(comment: ApiComment): Promise<JobEnd> {
		const disk = this.stage.freshDisk();
		const runId = this.stage.newRunId();
		const env: Record<string, string> = { NODE_OPTIONS: `--import=${preload}` };
		if (this.appendKill() !== undefined) env['KILL_AT_APPEND'] = `${this.point?.kind} ${this.appendKill()}`;
		this.running = await this.stage.start(comment, { disk, runId, env });
		const end = await this.running.ended;
		this.appends += Number(/appends: (\d+)/.exec(end.log)?.[1] ?? 0);
		if (end.signal !== 'SIGKILL') return end;
		this.killed = true;
		const again = this.keepDisk ? { disk, keepCheckout: true } : { disk: this.stage.freshDisk() };
		this.running = await this.stage.start(comment, { ...again, runId, attempt: 2 });
		return this.running.ended;
	}

	/** The append at which this process is killed, or undefined if it is not killed at an append. */
	private appendKill(): number | undefined {
		if (this.point === undefined || this.killed || ['before', 'after'].includes(this.point.kind)) return undefined;
		return this.point.at - this.appends;
	}

	private watch({ method, order }: InterceptedRequest, phase: 'before' | 'after'): 'drop' | undefined {
		if (phase === 'before') this.requests.push({ method, order });
		if (this.killed || this.point?.kind !== phase) return undefined;
		if (this.requests[this.point.at - 1]?.order !== order) return undefined;
		this.killed = true;
		this.running?.process.kill('SIGKILL');
		return 'drop';
	}
}

async function playAt(point: KillPoint | undefined, keepDisk: boolean, mode: SweptMode = 'edit'): Promise<Played> {
	await using stage = await Stage.open({ script, files, mode });
	const played = await new Story(stage, point, keepDisk).play();
	await check(
		stage,
		played,
		`killed ${point?.kind} ${point?.at}, disk ${keepDisk ? 'kept' : 'lost'}\n${played.end.log}`,
	);
	return played;
}

async function check(stage: Stage, { end, wasUnknown }: Played, where: string): Promise<void> {
	const markers = (await stage.comments()).flatMap(
		(comment) => /<!-- (countersign:\S+) -->$/.exec(comment.body)?.[1] ?? [],
	);
	expect(new Set(markers).size, where).toBe(markers.length);
	const pulls = await stage.pulls();
	expect(pulls.length, where).toBeLessThanOrEqual(1);
	expect(end.outputs['audit-dir'], where).not.toBe('');
	const audit = await verifyJournalFile(end.outputs['audit-dir'] ?? '', end.outputs['journal-head']);
	expect(audit.ok, `${where}\n${audit.text}`).toBe(true);
	if (wasUnknown) return;
	// If a job died after the run ended but before it reported, the next job reports the end as a duplicate.
	expect(['completed', 'duplicate'], where).toContain(end.outputs['outcome']);
	expect(
		(await stage.comments()).map((comment) => comment.body.split('\n')[0]),
		where,
	).toContain('### ✅ Done');
	expect(pulls.length, where).toBe(1);
	const repository = stage.github.repositoryDir;
	expect(git(repository, 'show', `${branch}:ran.txt`), where).toBe('ran');
	expect(git(repository, 'show', `${branch}:src/slug.js`), where).toContain("join('-')");
	expect(git(repository, 'diff', '--name-only', 'main', branch).split('\n'), where).toEqual(['ran.txt', 'src/slug.js']);
}

/** Two at a time: the machine of CI has two cores. */
async function sweep(points: readonly KillPoint[], keepDisk: boolean, mode: SweptMode = 'edit'): Promise<string> {
	const left = [...points];
	let unknowns = 0;
	const worker = async (): Promise<void> => {
		for (let point = left.shift(); point !== undefined; point = left.shift()) {
			const { killed, wasUnknown } = await playAt(point, keepDisk, mode);
			expect(killed, `${point.kind} ${point.at} was never reached`).toBe(true);
			unknowns += wasUnknown ? 1 : 0;
		}
	};
	await Promise.all([worker(), worker()]);
	return `${points.length} kill points, disk ${keepDisk ? 'kept' : 'lost'}: ${unknowns} ended in a question, the others in the same tree`;
}

const isFull = process.env['SWEEP'] === 'full';

/** The story without a kill, counted once for both sweeps. */
let counted: Promise<Points> | undefined;

async function countPoints(): Promise<Points> {
	const { requests, appends } = await playAt(undefined, true);
	expect(requests.length).toBeGreaterThan(30);
	expect(appends).toBeGreaterThan(30);
	return isFull ? everyPoint(requests, appends) : everyState(requests, appends);
}

test.each(['lost', 'kept'] as const)(
	'a run survives SIGKILL at every outside effect and every append, disk %s',
	{
		timeout: isFull ? 7_200_000 : 3_000_000,
	},
	async (disk) => {
		counted ??= countPoints();
		console.log(await sweep((await counted)[disk], disk === 'kept'));
	},
);

test.each(['lost', 'kept'] as const)(
	'a run in mode contained survives SIGKILL after every append, disk %s',
	{ timeout: 3_000_000 },
	async (disk) => {
		const { appends, end } = await playAt(undefined, true, 'contained');
		expect(end.outputs['outcome']).toBe('completed');
		const points = upTo(appends, 'written').filter(({ at }) => isFull || disk === 'kept' || at % 3 === 0);
		console.log(`contained: ${await sweep(points, disk === 'kept', 'contained')}`);
	},
);

interface Points {
	readonly lost: readonly KillPoint[];
	readonly kept: readonly KillPoint[];
}

/** Before and after every request, reading ones too, and before, in and after every append: `npm run test:sweep`. */
function everyPoint(requests: readonly string[], appends: number): Points {
	const calls = [...upTo(requests.length, 'before'), ...upTo(requests.length, 'after')];
	const lines = [...upTo(appends, 'lost'), ...upTo(appends, 'torn'), ...upTo(appends, 'written')];
	return { lost: [...calls, ...upTo(appends, 'written')], kept: [...calls, ...lines] };
}

/**
 * Every state that a crash can leave: after each effect on GitHub, whose answer is never seen, and after each append. A request that
 * only reads leaves nothing, and what a lost disk held is nothing, so killing there is killing at the effect before.
 */
function everyState(requests: readonly string[], appends: number): Points {
	const writes = upTo(requests.length, 'after').filter(({ at }) => requests[at - 1] !== 'GET');
	const torn = upTo(appends, 'torn').filter(({ at }) => at % 6 === 0);
	const first: KillPoint = { kind: 'before', at: 1 };
	return { lost: [first, ...writes], kept: [first, ...writes, ...torn, ...upTo(appends, 'written')] };
}

function upTo(count: number, kind: KillPoint['kind']): readonly KillPoint[] {
	return Array.from({ length: count }, (_, index) => ({ kind, at: index + 1 }));
}

test('three deliveries of one event start one run, and the others are duplicates', async () => {
	await using stage = await Stage.open({ script, files });
	const comment = await stage.comment('maintainer', '/agent make it so');
	const others = Promise.withResolvers<undefined>();
	// The job with the claim posts its comment next, and lives until the two others have ended.
	stage.github.intercept = ({ method, path }, phase) =>
		phase === 'before' && method === 'POST' && path.endsWith('/comments') ? others.promise : undefined;
	const jobs = await Promise.all([stage.start(comment), stage.start(comment), stage.start(comment)]);
	let over = 0;
	const counted = jobs.map(async (job) => {
		const end = await job.ended;
		over += 1;
		if (over === 2) others.resolve(undefined);
		return end;
	});
	const ends = await Promise.all(counted);
	expect(ends.map((end) => end.outputs['outcome']).sort()).toEqual(['duplicate', 'duplicate', 'waiting']);
	const requests = (await stage.comments()).filter((said) => said.body.includes('needs your approval'));
	expect(requests).toHaveLength(1);
});
