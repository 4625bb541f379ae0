import type { Api } from '../github/index.ts';
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
	 * Hands a command over: `comment/<id>`, `review/<id>` or `label/<issue>/<words>`. Said again it may start again: the run's claim makes it once.
	 * @throws CountersignError where GitHub is not there or does not permit it; ApiRefusal 404 where there is nothing to hand it to.
	 */
	start(command: string, where: RunsIn): Promise<Started>;
	/** Asks what runs here to end where it stands, and waits for it. */
	close?(): Promise<void>;
}
