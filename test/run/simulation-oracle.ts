import type { Comment } from '../../src/core/index.ts';
import type { World } from '../support/world.ts';

/** What somebody said, as the schedule meant it: known without reading the comment. */
export interface Said {
	readonly commentId: number;
	/** Milliseconds. */
	readonly at: number;
	readonly author: number;
	readonly verb: 'approve' | 'deny' | 'revoke' | 'stop';
	readonly target: readonly string[] | 'all' | 'only';
	readonly forRun: boolean;
	/** Said by a person in their own words; not quoted, not by an app. */
	readonly plain: boolean;
}

interface Asked {
	readonly commentId: number;
	readonly createdAt: number;
	/** Token of the call, by id. */
	readonly items: ReadonlyMap<string, string>;
}

/** The thread and the rights as they stood at one moment. */
interface Seen {
	readonly comments: readonly Comment[];
	readonly rights: World['rights'];
}

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
	private readonly world: World;
	private readonly requester: number;
	private readonly asked: Asked[] = [];
	private readonly done = new Map<string, number>();
	/** The requests whose approval was spent: each lets its call happen once. */
	private readonly spent = new Set<string>();
	private upheld: Seen = { comments: [], rights: new Map() };
	private judged: Seen = this.upheld;

	constructor(world: World, requester: number) {
		this.world = world;
		this.requester = requester;
	}

	/** To be called at every moment of the world. */
	notice(moment: string): void {
		if (moment === 'after comment') this.readRequests();
		if (moment === 'append approval_upheld') this.upheld = this.look();
		if (moment === 'append tool_attempt') this.judged = this.look();
		if (moment === 'after tool danger') this.checkExecutions();
	}

	private look(): Seen {
		return { comments: [...this.world.comments], rights: new Map(this.world.rights) };
	}

	private readRequests(): void {
		for (const { id, body, createdAt, mine } of this.world.comments) {
			if (!mine || !body.includes('<!-- countersign:request:') || this.asked.some((one) => one.commentId === id))
				continue;
			const blocks = body.split(/^#### (?=A\d+ ·)/m).slice(1);
			const items = blocks.map(
				(block) => [/^A\d+/.exec(block)?.[0] ?? '', /token-\d+/.exec(block)?.[0] ?? ''] as const,
			);
			this.asked.push({ commentId: id, createdAt: Date.parse(createdAt), items: new Map(items) });
		}
	}

	private checkExecutions(): void {
		for (const [effect, count] of this.world.effects) {
			if (!effect.startsWith('danger ') || this.done.get(effect) === count) continue;
			this.done.set(effect, count);
			this.executions += 1;
			const token = effect.slice('danger '.length);
			const signed = this.signedId(token, this.upheld);
			if (signed !== undefined) {
				this.spent.add(signed);
				this.together += this.needed() > 1 ? 1 : 0;
				continue;
			}
			if (this.wasGranted(this.judged) && count === 1) this.granted += 1;
			else this.faults.push(`${token} ran, and nobody who may had said so`);
		}
	}

	private signedId(token: string, seen: Seen): string | undefined {
		// A person's edit shows in its time.
		const intact = this.asked.filter(({ commentId }) =>
			seen.comments.some(({ id, createdAt, updatedAt }) => id === commentId && createdAt === updatedAt),
		);
		const ids = intact.flatMap(({ items }) => [...items].filter(([, shown]) => shown === token).map(([id]) => id));
		return ids.find((id) => !this.spent.has(id) && this.isApproved(id, seen) && !this.isDenied(id, seen));
	}

	private isApproved(id: string, seen: Seen): boolean {
		const signers = this.said.filter(
			(one) => one.verb === 'approve' && this.maySign(one) && this.counts(one, seen) && this.covers(one, id, slack),
		);
		return new Set(signers.map(({ author }) => author)).size >= this.needed();
	}

	/** Only what cannot be read in another way. */
	private isDenied(id: string, seen: Seen): boolean {
		return this.said.some((one) => {
			const isClear = one.target !== 'only' || this.requestOf(id)?.items.size === 1;
			return one.verb === 'deny' && isClear && this.counts(one, seen) && this.covers(one, id, -slack);
		});
	}

	private wasGranted(seen: Seen): boolean {
		if (this.needed() > 1) return false;
		const ids = this.asked.flatMap(({ items }) => [...items.keys()]);
		return this.said.some((one) => {
			const gives = one.verb === 'approve' && one.forRun && this.maySign(one) && this.counts(one, seen);
			if (!gives || !ids.some((id) => this.covers(one, id, slack))) return false;
			return !this.said.some(
				(other) => other.verb === 'revoke' && other.commentId > one.commentId && this.counts(other, seen),
			);
		});
	}

	private needed(): number {
		return this.world.approvals?.signatures ?? 1;
	}

	private maySign({ author }: Said): boolean {
		return author !== this.requester || this.world.approvals?.notRequester !== true;
	}

	private counts({ commentId, author, plain }: Said, { comments, rights }: Seen): boolean {
		const comment = comments.find(({ id }) => id === commentId);
		const isUntouched = comment !== undefined && comment.createdAt === comment.updatedAt;
		return plain && isUntouched && rights.get(author)?.mayWrite === true;
	}

	private covers({ commentId, at, target }: Said, id: string, grace: number): boolean {
		const request = this.requestOf(id);
		if (request === undefined || commentId < request.commentId) return false;
		if (!(at <= request.createdAt + day + grace)) return false;
		if (typeof target !== 'string') return target.includes(id);
		const newest = Math.max(...this.asked.map((one) => one.commentId).filter((one) => one < commentId));
		return newest === request.commentId;
	}

	private requestOf(id: string): Asked | undefined {
		return this.asked.find(({ items }) => items.has(id));
	}

	/** The ids that were ever asked for. */
	ids(): readonly string[] {
		return this.asked.flatMap(({ items }) => [...items.keys()]);
	}
}
