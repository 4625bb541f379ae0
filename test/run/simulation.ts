import { CountersignError, type Outcome } from '../../src/core/index.ts';
import { createRandom, type Random } from '../gate/random.ts';
import { Killed, maintainer, stranger, type Turn, World } from '../support/world.ts';
import { LimitedGitHub } from './simulation-limits.ts';
import { Oracle, type Said } from './simulation-oracle.ts';
import { SimulatedPull } from './simulation-pull.ts';
import { gateUnder, type Rules, rules, stricter } from './simulation-rules.ts';
import { sweepWorld } from './simulation-sweep.ts';
import { noTally, type Tally } from './simulation-tally.ts';

const second = { id: 8, login: 'second', type: 'User' };
const third = { id: 10, login: 'third', type: 'User' };
const people = [maintainer, second, third] as const;
const robot = { id: 9, login: 'robot', type: 'Bot' };
const hour = 3_600_000;

/** One random schedule of a run: people who answer, change their minds, and lose access; attackers, crashes, outages, and time. */
export class Simulation {
	readonly world: World;
	end: Outcome | undefined;
	readonly faults: string[] = [];
	private readonly random: Random;
	private readonly oracle: Oracle;
	private readonly github: LimitedGitHub;
	private readonly pull: SimulatedPull;
	private command = 1;
	/** Whether processes may be killed and GitHub may fail now. */
	private isRough = true;
	private isBeside = false;
	private readonly tally = noTally();

	constructor(folder: string, seed: number) {
		this.random = createRandom(seed);
		this.world = new World(folder, this.turns());
		this.world.rules = this.random.weighted<Rules>([
			[14, () => 'ask'],
			[1, () => 'loose'],
		]);
		this.world.gateFor = (frozen) => this.gateOfJob(frozen as Rules);
		this.github = new LimitedGitHub(this.world, this.random);
		this.pull = new SimulatedPull(this.world, this.random);
		for (const { id } of people) this.world.rights.set(id, { role: 'write', mayWrite: true });
		this.world.approvals = {
			...{ roles: ['write'], people: [], teams: [], critical: 1, codeowners: false, requireIds: false },
			notRequester: this.random.chance(0.2),
			signatures: this.random.chance(0.3) ? 2 : 1,
		};
		this.oracle = new Oracle(this.world, maintainer.id);
		this.world.onMoment = (name) => this.moment(name);
		this.world.onLook = (name) => this.look(name);
	}

	private gateOfJob(frozen: Rules) {
		const today = this.world.rules as Rules;
		this.oracle.noticeRules(stricter(frozen, today));
		return gateUnder(frozen, today);
	}

	async play(): Promise<Tally> {
		if (this.pull.isFork && this.random.chance(0.85)) this.vouch();
		await this.job();
		const actions = this.random.below(20) + 6;
		for (let index = 0; index < actions && !this.isOver(); index++) await this.act();
		await this.settle();
		this.faults.push(...this.oracle.faults);
		const { executions, granted, together, free, onPulls } = this.oracle;
		return { ...this.tally, executions, granted, together, free, onPulls, limits: this.github.limits };
	}

	/** Ends the schedule without people or failures: each further job must bring the run nearer to its end. */
	private async settle(): Promise<void> {
		this.isRough = false;
		this.github.isStrict = false;
		for (let index = 0; index < 30 && !this.isOver(); index++) {
			this.world.now += 25 * hour;
			const [saved] = this.world.checkpoints.values();
			this.command += 1;
			if (saved?.checkpoint.label.status !== 'waiting') await this.job();
			else if ((await this.sweep()) === 0) this.faults.push('a sweep left what had expired');
		}
		if (!this.isOver()) this.faults.push(`it never ends: ${JSON.stringify(this.end)}`);
	}

	private isOver(): boolean {
		return ['completed', 'denied', 'cancelled', 'refused'].includes(this.end?.kind ?? '');
	}

	private turns(): readonly Turn[] {
		let token = 0;
		const call = () => {
			token += 1;
			const danger = { tool: 'danger', args: { text: `token-${token}` } };
			const others = [
				{ tool: 'append', args: { path: 'a.txt', text: 'x' } },
				{ tool: 'look', args: {} },
				{ tool: 'forbidden', args: {} },
				{ tool: 'pull', args: {} },
			];
			return this.random.chance(0.6) ? danger : this.random.pick(others);
		};
		const turns = this.random.times(1, 4, () => ({ calls: this.random.times(1, 3, call) }));
		return [...turns, { text: 'Done.' }];
	}

	private async moment(name: string): Promise<void> {
		this.oracle.notice(name);
		if (!this.isRough) return;
		// GitHub cannot post a comment only if it is missing, so two jobs between a look and a comment would both post it.
		if (name !== 'before comment' && this.random.chance(0.004)) await this.jobBeside();
		// People also act in the middle of a job.
		if (this.random.chance(0.03)) this.happen();
		if (this.random.chance(0.012)) {
			this.tally.kills += 1;
			throw new Killed(name);
		}
		if (/^before (comment|react|save|claim)$/.test(name) && this.random.chance(0.03)) {
			this.tally.outages += 1;
			throw new CountersignError({ code: 'github-unreachable', message: 'down', fix: 'later' });
		}
	}

	private look(name: string): void {
		this.oracle.noticeLook(name);
		if (this.isRough && this.random.chance(0.01)) this.happen();
	}

	private async act(): Promise<void> {
		if (this.random.chance(0.55)) {
			this.happen();
			return;
		}
		if (this.random.chance(0.15)) {
			await this.sweep();
			return;
		}
		if (this.random.chance(0.2)) this.tally.replays += 1;
		else this.command += 1;
		if (this.random.chance(0.4)) this.loseDisk();
		await this.job();
	}

	private loseDisk(): void {
		this.tally.lostDisks += 1;
		this.world.loseDisk();
		this.oracle.noticeLostDisk();
	}

	private happen(): void {
		this.random.weighted<void>([
			[10, () => this.answer(this.random.pick(people), true)],
			[2, () => this.answer(stranger, true)],
			[1, () => this.answer(robot, false)],
			[1, () => this.answer(maintainer, false)],
			[2, () => this.edit()],
			[2, () => this.remove()],
			[2, () => this.changeRole()],
			[3, () => this.pass()],
			[1, () => this.changeRules()],
			[this.pull.head === undefined ? 0 : 1.5, () => this.push()],
			[this.pull.isFork ? 2 : 0, () => this.vouch()],
		]);
	}

	private changeRules(): void {
		this.tally.rules += 1;
		this.world.rules = this.random.pick(rules);
	}

	private push(): void {
		this.tally.pushes += 1;
		this.pull.push();
	}

	/** Mostly for the current head. */
	private vouch(): void {
		this.tally.vouches += 1;
		const author = this.random.pick([...people, ...people, stranger]);
		const { headSha: now = '' } = this.world.pull ?? {};
		const sha = this.random.chance(0.8) ? now : this.random.pick(this.pull.shas);
		const { id } = this.world.say(author, `/agent ok ${sha}`);
		const said = { verb: 'vouch', sha, target: [], forRun: false, plain: true } as const;
		this.oracle.said.push({ ...said, commentId: id, at: this.world.now, author: author.id });
	}

	private answer(author: typeof maintainer, plain: boolean): void {
		const ids = this.oracle.ids();
		const target = this.random.weighted<Said['target']>([
			[6, () => (ids.length === 0 ? ['A1'] : [this.random.pick(ids.slice(-3))])],
			[1, () => ids.slice(-2)],
			[3, () => 'all'],
			[2, () => 'only'],
			[1, () => ['A99']],
		]);
		const verb = this.random.weighted<Said['verb']>([
			[12, () => 'approve'],
			[2, () => 'deny'],
			[1, () => 'revoke'],
			[0.3, () => 'stop'],
		]);
		const forRun = verb === 'approve' && this.random.chance(0.15);
		const quoted = !plain && author.type === 'User' ? '> ' : '';
		const comment = this.world.say(author, `${quoted}${wordsOf(verb, target, forRun)}`);
		if (this.random.chance(0.05)) {
			this.world.comments.splice(-1, 1, { ...comment, viaApp: true });
			return;
		}
		this.tally.answers += 1;
		if (verb === 'deny') this.tally.denials += 1;
		this.oracle.said.push({
			...{ commentId: comment.id, at: this.world.now, author: author.id, verb, target, forRun },
			plain: plain && author.type === 'User',
		});
	}

	/** Any person with write access can edit any comment, even Countersign's. */
	private edit(): void {
		const { comments } = this.world;
		if (comments.length === 0) return;
		const index = this.random.below(comments.length);
		const comment = comments[index];
		if (comment === undefined || comment.body.includes('countersign:progress')) return;
		this.tally.edits += 1;
		const body = this.random.pick(['/approve all', `${comment.body} `, comment.body.replace('token-', 'harmless-')]);
		comments[index] = { ...comment, body, edited: true, ...(comment.mine ? { byOthers: true } : {}) };
	}

	private remove(): void {
		const { comments } = this.world;
		const index = this.random.below(Math.max(1, comments.length));
		if (comments[index] === undefined || comments[index].body.includes('countersign:progress')) return;
		this.tally.deletions += 1;
		comments.splice(index, 1);
	}

	private changeRole(): void {
		const { id } = this.random.pick(people);
		this.tally.roles += 1;
		if (this.world.rights.get(id)?.mayWrite) this.world.rights.set(id, { role: 'read', mayWrite: false });
		else this.world.rights.set(id, { role: 'write', mayWrite: true });
	}

	private pass(): void {
		const hours = this.random.pick([0.1, 1, 5, 26]);
		if (hours > 24) this.tally.expiries += 1;
		this.world.now += hours * hour;
	}

	private async job(command = `comment/${this.command}`): Promise<void> {
		this.tally.jobs += 1;
		this.github.newJob();
		try {
			this.end = await this.world.job(command, this.world.checkpoints.size === 0 ? this.pull.request() : undefined);
		} catch (error) {
			if (!isEnd(error)) throw error;
			this.end = undefined;
			if (this.random.chance(0.5)) this.loseDisk();
		}
	}

	/** Runs another job completely on its own runner, in the middle of a working job. */
	private async jobBeside(): Promise<void> {
		if (this.isBeside || this.world.checkpoints.size === 0) return;
		this.isBeside = true;
		this.tally.beside += 1;
		const name = `beside-${this.tally.beside}`;
		const work = async (): Promise<void> => {
			try {
				await this.world.job(name, undefined, `${this.world.folder}-${name}`);
			} catch (error) {
				if (!isEnd(error)) throw error;
			}
		};
		await this.oracle.beside(() => this.world.elsewhere(work));
		this.isBeside = false;
	}

	private async sweep(): Promise<number> {
		this.tally.sweeps += 1;
		this.github.newJob();
		const settled = await sweepWorld(this.world, async () => {
			await this.job(`sweep/${this.tally.sweeps}`);
			return this.end;
		});
		this.tally.swept += settled ?? 0;
		return settled ?? 0;
	}
}

/** Whether the job was killed, or GitHub did not let it begin. */
function isEnd(error: unknown): boolean {
	return error instanceof Killed || (error instanceof CountersignError && error.code === 'github-unreachable');
}

function wordsOf(verb: Said['verb'], target: Said['target'], forRun: boolean): string {
	if (verb === 'revoke') return '/revoke';
	if (verb === 'stop') return '/agent stop';
	const ids = target === 'only' ? '' : ` ${typeof target === 'string' ? target : target.join(' ')}`;
	return `/${verb}${ids}${forRun ? ' for-run' : ''}${verb === 'deny' ? ' because' : ''}`;
}
