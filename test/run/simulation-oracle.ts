import type { Comment } from '../../src/core/index.ts';
import type { World } from '../support/world.ts';
import type { Rules } from './simulation-rules.ts';

/** What somebody said, as the schedule meant it: known without reading the comment. */
export interface Said {
	readonly commentId: number;
	/** Milliseconds. */
	readonly at: number;
	readonly author: number;
	readonly verb: 'approve' | 'deny' | 'revoke' | 'stop' | 'vouch';
	readonly target: readonly string[] | 'all' | 'only';
	readonly forRun: boolean;
	/** Said by a person in their own words; not quoted, not by an app. */
	readonly plain: boolean;
	/** The commit of a vouch. */
	readonly sha?: string;
}

interface Asked {
	readonly commentId: number;
	readonly createdAt: number;
	/** The head of the pull request, as GitHub told it last before this was asked. */
	readonly head: string | undefined;
	/** Token of the call, by id. */
	readonly items: ReadonlyMap<string, string>;
	/** Where a run's journal holds it. What a job only posted before it died is known to no later one. */
	held: 'nowhere' | 'disk' | 'github';
}

/** One call as one comment asked for it: a job that died may have given its id before. */
interface Item {
	readonly id: string;
	readonly request: Asked;
}

const keyOf = ({ id, request }: Item): string => `${id} ${request.commentId}`;

/** What GitHub told for one step of the run. */
interface Seen {
	readonly comments: readonly Comment[];
	/** Who may write, of those who were asked about. */
	readonly told: ReadonlySet<number>;
	/** Who may write for certain, asked about or not. */
	readonly certain: ReadonlySet<number>;
}

/** What the job that is at work knows. */
interface Process {
	/** The stricter of the rules that were frozen and today's. */
	readonly level: Rules;
	/** What GitHub told for the step that is under way, for the last look before a step, and for the last verdict. */
	readonly seen: Seen;
	readonly upheld: Seen;
	readonly judged: Seen;
	/** The head as GitHub told it last, whether it was for this step, and whether somebody vouched for it then. */
	readonly head?: string | undefined;
	/** Whether that was after the step was upheld or judged. */
	readonly isHeadChecked?: boolean;
	readonly isHeadNew?: boolean;
	readonly isVouched?: boolean;
}

const nothingSeen: Seen = { comments: [], told: new Set(), certain: new Set() };

const day = 86_400_000;
const slack = 120_000;

/**
 * Judges every execution by what people really said, and shares no code with what it judges: what was asked is read from the comments
 * as they were posted, what was said is known from the schedule.
 */
export class Oracle {
	readonly said: Said[] = [];
	readonly faults: string[] = [];
	executions = 0;
	granted = 0;
	/** Executions that took two people. */
	together = 0;
	/** Executions about which the rules ask nobody. */
	free = 0;
	/** Executions on a pull request. */
	onPulls = 0;
	private readonly world: World;
	private readonly requester: number;
	private readonly asked: Asked[] = [];
	private readonly done = new Map<string, number>();
	/** The requests whose approval was spent: each lets its call happen once. */
	private readonly spent = new Set<string>();
	private now: Process = { level: 'strict', upheld: nothingSeen, judged: nothingSeen, seen: nothingSeen };

	constructor(world: World, requester: number) {
		this.world = world;
		this.requester = requester;
	}

	/** To be called at every moment of the world. */
	notice(moment: string): void {
		if (moment === 'after comment') this.readRequests();
		if (moment === 'appended approval_requested') this.hold('nowhere', 'disk', this.asked.at(-1));
		if (moment === 'after save') this.hold('disk', 'github');
		if (moment.startsWith('append ')) this.noticeEntry(moment.slice('append '.length));
		if (moment.startsWith('appended ')) this.now = { ...this.now, seen: nothingSeen, isHeadNew: false };
		if (moment === 'after tool danger') this.checkExecutions();
	}

	/** To be called when a disk is lost, and with it what only stood there. */
	noticeLostDisk(): void {
		this.hold('disk', 'nowhere');
	}

	private hold(from: Asked['held'], to: Asked['held'], only?: Asked): void {
		for (const one of this.asked) if (one.held === from && (only ?? one) === one) one.held = to;
	}

	/** To be called when a job has read its rules. */
	noticeRules(level: Rules): void {
		this.now = { ...this.now, level };
	}

	/** Lets another job work, from its start to its end, in the middle of this one. */
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

	/** To be called when GitHub was asked for something. */
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

	/** Whether a request stands for it as it was asked: what rules say later frees nothing that waits. */
	private isAsked(token: string): boolean {
		return this.asked.some(
			({ head, items, held }) => head === this.now.head && held !== 'nowhere' && [...items.values()].includes(token),
		);
	}

	private signedId(token: string, seen: Seen): string | undefined {
		// A person's edit shows in its time.
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

	/** Whether a bare answer could have meant another one: what others had said before, and took back since, did not decide it. */
	private waitedBeside({ commentId }: Said, { id, request }: Item): boolean {
		const before = this.said.filter((said) => said.commentId < commentId && ['approve', 'deny'].includes(said.verb));
		return [...request.items.keys()].some(
			(other) => other !== id && !before.some((said) => said.plain && this.covers(said, { id: other, request }, slack)),
		);
	}

	/** Only what cannot be read in another way. */
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

	/** The ids that were ever asked for. */
	ids(): readonly string[] {
		return this.asked.flatMap(({ items }) => [...items.keys()]);
	}
}

function isUntouched({ plain, commentId }: Said, comments: readonly Comment[]): boolean {
	const comment = comments.find(({ id }) => id === commentId);
	return plain && comment !== undefined && comment.edited === false;
}
