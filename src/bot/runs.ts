import type { Api } from '../github/index.ts';
import type { Place } from './installation-api.ts';

/** The repository in which a command was written. */
export interface RunsIn {
	/** The API of the repository, with the installation's rights. */
	readonly api: Api;
	readonly place: Place;
	readonly installation: number;
}

/**
 * The result of a start. `started`: the command was accepted, and the bot has nothing more to do. `unfit`: the repository cannot run the
 * command, and `why` tells people the reason.
 */
export type Started =
	| { readonly kind: 'started'; readonly run?: number; readonly url?: string }
	| { readonly kind: 'unfit'; readonly why: string };

/** Starts runs, in GitHub's jobs or on the machine of the bot. */
export interface Runs {
	/**
	 * Starts a run for a command: `comment/<id>`, `review/<id>` or `label/<issue>/<words>`. A second call may start a second job, but only one
	 * of the two jobs can claim the command. @throws CountersignError if GitHub is unreachable or does not permit it; ApiRefusal 404 if the
	 * workflow is missing.
	 */
	start(command: string, where: RunsIn): Promise<Started>;
	/** Asks the runs on this machine to stop, and waits for them. */
	close?(): Promise<void>;
}
