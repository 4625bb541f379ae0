import type { Home } from './admit.ts';
import type { Connection } from './connection.ts';
import type { TryOptions } from './options.ts';
import type { Relay } from './relay.ts';
import type { Tell } from './tell.ts';
import type { Traces } from './traces.ts';

/** One try, and what it works with. */
export interface Trial {
	/** The maintainer. */
	readonly person: Connection;
	/** What the job acts with: the same, unless `JOB_TOKEN` is another. */
	readonly job: Connection;
	readonly options: TryOptions;
	readonly home: Home;
	readonly relay: Relay;
	/** Everything on this disk. */
	readonly folder: string;
	/** Tells this try from others: `20261123-101500`. */
	readonly time: string;
	readonly traces: Traces;
	/** Aborted by Ctrl-C. */
	readonly signal: AbortSignal;
	readonly tell: Tell;
}

/** What the plays left, for the probes to look at. */
export interface Ground {
	/** An issue of the try. */
	readonly issue: number;
	/** The pull request that the main job opened, where it did. */
	readonly pull: number | undefined;
}
