import type { Home } from './admit.ts';
import type { Connection } from './connection.ts';
import type { TryOptions } from './options.ts';
import type { Relay } from './relay.ts';
import type { Tell } from './tell.ts';
import type { Traces } from './traces.ts';

/** One try, and the things that it uses. */
export interface Trial {
	/** The maintainer. */
	readonly person: Connection;
	/** The connection of the job. It is the maintainer's, unless `JOB_TOKEN` is set. */
	readonly job: Connection;
	readonly options: TryOptions;
	readonly home: Home;
	readonly relay: Relay;
	/** The folder for all files of the try. */
	readonly folder: string;
	/** A unique mark of this try, such as `20261123-101500`. */
	readonly time: string;
	readonly traces: Traces;
	/** Aborted by Ctrl-C. */
	readonly signal: AbortSignal;
	readonly tell: Tell;
}

/** The results of the plays that the probes use. */
export interface Ground {
	/** An issue of the try. */
	readonly issue: number;
	/** The pull request that the main job opened, if there is one. */
	readonly pull: number | undefined;
}
