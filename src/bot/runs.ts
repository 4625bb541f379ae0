import type { BotSettings } from '../config/index.ts';
import { CountersignError } from '../core/index.ts';
import type { Api } from '../github/index.ts';
import { runsInActions } from './dispatch.ts';
import type { Place } from './installation-api.ts';

/** Where a command was said. */
export interface RunsIn {
	/** Bound to the repository, with the installation's rights. */
	readonly api: Api;
	readonly place: Place;
	readonly installation: number;
}

/** `started`: it was accepted, and is somebody else's from here; `unfit`: the repository cannot run it, and its people are told why. */
export type Started =
	| { readonly kind: 'started'; readonly run?: number; readonly url?: string }
	| { readonly kind: 'unfit'; readonly why: string };

/** Where runs take place. */
export interface Runs {
	/**
	 * Hands a command over: `comment/<id>`, `review/<id>` or `label/<issue>`. Said again it may start again: the run's claim makes it once.
	 * @throws CountersignError where GitHub is not there or does not permit it; ApiRefusal 404 where there is nothing to hand it to.
	 */
	start(command: string, where: RunsIn): Promise<Started>;
}

/** @throws CountersignError `bad-input` for a kind of runs that this build has not. */
export function runsOf({ runner, workflow }: Pick<BotSettings, 'runner' | 'workflow'>): Runs {
	if (runner === 'actions') return runsInActions(workflow);
	throw new CountersignError({
		code: 'bad-input',
		message: 'RUNNER=local is not in this build.',
		fix: 'Leave RUNNER out, and let the runs take place in GitHub Actions.',
	});
}
