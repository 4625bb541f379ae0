import type { Comment } from '../../src/core/index.ts';
import type { World } from '../support/world.ts';
import type { Rules } from './simulation-rules.ts';

/** What a person said, as the schedule meant it. The oracle does not read it from the comment. */
export interface Said {
	readonly commentId: number;
	/** Milliseconds. */
	readonly at: number;
	readonly author: number;
	readonly verb: 'approve' | 'deny' | 'revoke' | 'stop' | 'vouch';
	readonly target: readonly string[] | 'all' | 'only';
	readonly forRun: boolean;
	/** Whether a person wrote it in their own words, without a quote or an app. */
	readonly plain: boolean;
	/** The commit of a vouch. */
	readonly sha?: string;
}

interface Asked {
	readonly commentId: number;
	readonly createdAt: number;
	/** The head of the pull request that GitHub returned last before this request. */
	readonly head: string | undefined;
	/** The token of each call, by id. */
	readonly items: ReadonlyMap<string, string>;
	/** Where the run's journal records it. A later job does not know a request that a job only posted before it died. */
	held: 'nowhere' | 'disk' | 'github';
}

/** One call as one comment requested it. A job that died may have used its id before. */
interface Item {
	readonly id: string;
	readonly request: Asked;
}

const keyOf = ({ id, request }: Item): string => `${id} ${request.commentId}`;

/** What GitHub returned for one step of the run. */
interface Seen {
	readonly comments: readonly Comment[];
	/** The people with write access among those that the job checked. */
	readonly told: ReadonlySet<number>;
	/** The people who have write access for certain, checked or not. */
	readonly certain: ReadonlySet<number>;
}

/** What the working job knows. */
interface Process {
	/** The stricter of the frozen rules and today's rules. */
	readonly level: Rules;
	/** What GitHub returned for the current step, for the last check before a step, and for the last verdict. */
	readonly seen: Seen;
	readonly upheld: Seen;
	readonly judged: Seen;
	/** The last head from GitHub, whether it is from this step, and whether a person vouched for it then. */
	readonly head?: string | undefined;
	/** Whether the head was read after the approval was checked or the step judged. */
	readonly isHeadChecked?: boolean;
	readonly isHeadNew?: boolean;
	readonly isVouched?: boolean;
}

const nothingSeen: Seen = { comments: [], told: new Set(), certain: new Set() };

const day = 86_400_000;
const slack = 120_000;

/**
 * Judges every execution by what people really said. It shares no code with what it judges: it reads the requests from the comments
 * as posted, and knows from the schedule what people said.
 */
export class Oracle {
	readonly said: Said[] = [];
	readonly faults: string[] = [];
	executions = 0;
	granted = 0;
	/** Executions that needed two people. */
	together = 0;
	/** Executions that need no approval by the rules. */
	free = 0;
	/** Executions on a pull request. */
	onPulls = 0;
	private readonly world: World;
	private readonly requester: number;
	private readonly asked: Asked[] = [];
	private readonly done = new Map<string, number>();
	/** The requests whose approval was used. Each approval allows its call once. */
	private readonly spent = new Set<string>();
	private now: Process = { level: 'strict', upheld: nothingSeen, judged: nothingSeen, seen: nothingSeen };

	constructor(world: World, requester: number) {
		this.world = world;
		this.requester = requester;
	}

	/** Call this at every moment of the world. */
	notice(moment: string): void {
		if (moment === 'after comment') this.readRequests();
		if (moment === 'appended approval_requested') this.hold('nowhere', 'disk', this.asked.at(-1));
		if (moment === 'after save') this.hold('disk', 'github');
		if (moment.startsWith('append ')) this.noticeEntry(moment.slice('append '.length));
		if (moment.startsWith('appended ')) this.now = { ...this.now, seen: nothingSeen, isHeadNew: false };
		if (moment === 'after tool danger') this.checkExecutions();
	}

	/** Call this when a disk is lost, with everything that was only on it. */
	noticeLostDisk(): void {
		this.hold('disk', 'nowhere');
	}

	private hold(from: Asked['held'], to: Asked['held'], only?: Asked): void {
		for (const one of this.asked) if (one.held === from && (only ?? one) === one) one.held = to;
	}

	/** Call this when a job has read its rules. */
	noticeRules(level: Rules): void {
		this.now = { ...this.now, level };
	}

	/** Runs another job completely in the middle of this one. */
	async beside(work: () => Promise<void>): Promise<void> {
		const { now } = this;
		await work();
		this.now = now;
	}

	private noticeEntry(type: string): void {
		const { head, isHeadNew, isVouched = false } = this.now;
		const writers = this.writers();
		const seen = { ...this.now.seen, certain: new Set([...this.now.seen.certain].filter((id) => writers.has(id))) };
		const vouched = this.said.some((one) => one.sha === head && this.counts(one, seen));
		this.now = { ...this.now, isVouched: isHeadNew === true ? vouched : isVouched };
		if (type === 'tool_attempt') this.now = { ...this.now, judged: seen };
		if (type === 'approval_upheld') this.now = { ...this.now, upheld: seen };
		if (type === 'approval_upheld' || type === 'tool_attempt') this.now = { ...this.now, isHeadChecked: false };
	}

	/** Call this after each read from GitHub. */
	noticeLook(name: string): void {
		const { seen } = this.now;
		const person = Number(/^rights (\d+)$/.exec(name)?.[1]);
		const others = [...seen.told].filter((id) => id !== person);
		const told = new Set(this.world.rights.get(person)?.mayWrite === true ? [...others, person] : others);
		const listed = { comments: [...this.world.comments], certain: this.writers() };
		this.now = { ...this.now, seen: { ...seen, told, ...(name === 'comments' ? listed : {}) } };
		if (name === 'head')
			this.now = { ...this.now, head: this.world.pull?.headSha, isHeadNew: true, isHeadChecked: true };
	}

	private writers(): ReadonlySet<number> {
		return new Set([...this.world.rights].filter(([, { mayWrite }]) => mayWrite).map(([id]) => id));
	}

	private readRequests(): void {
		for (const { id, body, createdAt, mine } of this.world.comments) {
			if (!mine || !body.includes('<!-- countersign:request:') || this.asked.some((one) => one.commentId === id))
				continue;
			const blocks = body.split(/^#### (?=A\d+ ·)/m).slice(1);
			const items = blocks.map(
				(block) => [/^A\d+/.exec(block)?.[0] ?? '', /token-\d+/.exec(block)?.[0] ?? ''] as const,
			);
			const { head } = this.now;
			this.asked.push({
				commentId: id,
				createdAt: Date.parse(createdAt),
				head,
				items: new Map(items),
				held: 'nowhere',
			});
		}
	}

	private checkExecutions(): void {
		for (const [effect, count] of this.world.effects) {
			if (!effect.startsWith('danger ') || this.done.get(effect) === count) continue;
			this.done.set(effect, count);
			this.executions += 1;
			this.checkOne(effect.slice('danger '.length), count);
		}
	}

	private checkOne(token: string, count: number): void {
		const { pull } = this.world;
		this.onPulls += pull === undefined ? 0 : 1;
		if (this.now.level === 'strict') this.faults.push(`${token} ran, and the rules forbid it`);
		if (pull?.fork === true && this.now.isVouched !== true)
			this.faults.push(`${token} ran on a fork, and nobody who may vouched for its head`);
		const isFree = this.now.level === 'loose' && !this.isAsked(token);
		if (pull !== undefined && !isFree && this.now.isHeadChecked !== true)
			this.faults.push(`${token} ran, and nobody looked at the head after it was upheld or judged`);
		const signed = this.signedId(token, this.now.upheld);
		if (signed !== undefined) {
			this.spent.add(signed);
			this.together += this.needed() > 1 ? 1 : 0;
		} else if (this.wasGranted(this.now.judged) && count === 1) this.granted += 1;
		else if (isFree) this.free += 1;
		else this.faults.push(`${token} ran, and nobody who may had said so`);
	}

	/** Whether a request for this call exists. Later rules do not allow a call that waits. */
	private isAsked(token: string): boolean {
		return this.asked.some(
			({ head, items, held }) => head === this.now.head && held !== 'nowhere' && [...items.values()].includes(token),
		);
	}

	private signedId(token: string, seen: Seen): string | undefined {
		// GitHub marks a person's edit in `edited`.
		const intact = this.asked.filter(
			({ commentId, head }) =>
				head === this.now.head && seen.comments.some(({ id, edited }) => id === commentId && edited === false),
		);
		const shown = intact.flatMap((request) =>
			[...request.items].filter(([, one]) => one === token).map(([id]) => ({ id, request })),
		);
		const found = shown.find(
			(one) => !this.spent.has(keyOf(one)) && this.isApproved(one, seen) && !this.isDenied(one, seen),
		);
		return found && keyOf(found);
	}

	private isApproved(one: Item, seen: Seen): boolean {
		const signers = this.said.filter(
			(said) =>
				said.verb === 'approve' && this.maySign(said) && this.counts(said, seen) && this.covers(said, one, slack),
		);
		const clear = signers.filter((said) => said.target !== 'only' || !this.waitedBeside(said, one));
		return new Set(clear.map(({ author }) => author)).size >= this.needed();
	}

	/** Whether a bare answer could have meant another step. Answers that were withdrawn later still count as earlier answers. */
	private waitedBeside({ commentId }: Said, { id, request }: Item): boolean {
		const before = this.said.filter((said) => said.commentId < commentId && ['approve', 'deny'].includes(said.verb));
		return [...request.items.keys()].some(
			(other) => other !== id && !before.some((said) => said.plain && this.covers(said, { id: other, request }, slack)),
		);
	}

	/** Counts only denials with a single meaning. */
	private isDenied(one: Item, seen: Seen): boolean {
		return this.said.some((said) => {
			const isClear = said.target !== 'only' || one.request.items.size === 1;
			return said.verb === 'deny' && isClear && this.certainlyCounts(said, seen) && this.covers(said, one, -slack);
		});
	}

	private wasGranted(seen: Seen): boolean {
		if (this.needed() > 1) return false;
		const items = this.asked.flatMap((request) => [...request.items.keys()].map((id) => ({ id, request })));
		return this.said.some((one) => {
			const gives = one.verb === 'approve' && one.forRun && this.maySign(one) && this.counts(one, seen);
			if (!gives || !items.some((item) => this.covers(one, item, slack))) return false;
			return !this.said.some(
				(other) => other.verb === 'revoke' && other.commentId > one.commentId && this.certainlyCounts(other, seen),
			);
		});
	}

	private needed(): number {
		return this.world.approvals?.signatures ?? 1;
	}

	private maySign({ author }: Said): boolean {
		return author !== this.requester || this.world.approvals?.notRequester !== true;
	}

	private counts(said: Said, { comments, told }: Seen): boolean {
		return isUntouched(said, comments) && told.has(said.author);
	}

	private certainlyCounts(said: Said, { comments, certain }: Seen): boolean {
		return isUntouched(said, comments) && certain.has(said.author);
	}

	private covers({ commentId, at, target }: Said, { id, request }: Item, grace: number): boolean {
		if (commentId < request.commentId || !(at <= request.createdAt + day + grace)) return false;
		if (typeof target !== 'string') return target.includes(id);
		const newest = Math.max(...this.asked.map((one) => one.commentId).filter((one) => one < commentId));
		return newest === request.commentId;
	}

	/** All ids that were ever requested. */
	ids(): readonly string[] {
		return this.asked.flatMap(({ items }) => [...items.keys()]);
	}
}

function isUntouched({ plain, commentId }: Said, comments: readonly Comment[]): boolean {
	const comment = comments.find(({ id }) => id === commentId);
	return plain && comment !== undefined && comment.edited === false;
}
