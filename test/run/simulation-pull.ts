import type { Forge, PullHead } from '../../src/core/index.ts';
import { beginOnPull } from '../../src/job/begin-on-pull.ts';
import type { Random } from '../gate/random.ts';
import { agentRequest, maintainer, type World } from '../support/world.ts';

/** The pull request of a schedule that is not on an issue: from a branch, from Countersign, or from a fork. */
export class SimulatedPull {
	readonly shas: string[] = [];
	readonly head: PullHead | undefined;
	private readonly world: World;

	constructor(world: World, random: Random) {
		this.world = world;
		const kind = random.weighted([
			[14, () => undefined],
			[2, () => ({ own: true, fork: false })],
			[2, () => ({ own: false, fork: false })],
			[5, () => ({ own: false, fork: true })],
		]);
		if (kind === undefined) return;
		world.pull = {
			number: 1,
			headSha: this.newSha(),
			headBranch: 'topic',
			open: true,
			merged: false,
			baseBranch: 'main',
			...kind,
		};
		this.head = world.pull;
		world.groundOf = (start, forge: Forge) =>
			beginOnPull(start, { forge, environment: { sha: 'b'.repeat(40), refName: 'main' } });
	}

	get isFork(): boolean {
		return this.head?.fork === true;
	}

	request() {
		return { ...agentRequest(maintainer), onPullRequest: this.head !== undefined };
	}

	push(): void {
		if (this.world.pull !== undefined) this.world.pull = { ...this.world.pull, headSha: this.newSha() };
	}

	private newSha(): string {
		const sha = (this.shas.length + 1).toString(16).padStart(40, 'abcdef0123456789');
		this.shas.push(sha);
		return sha;
	}
}
