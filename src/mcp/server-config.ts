import type { Redactor, SandboxLimits, Toolchain } from '../core/index.ts';

/** A server in the repository's configuration. */
export interface ServerConfig {
	readonly name: string;
	/** The program and its arguments. */
	readonly command: readonly string[];
	/** Literal values. No secret is passed to the server. */
	readonly env: Readonly<Record<string, string>>;
	/** The only tools that are offered. If left out, all tools. */
	readonly tools?: readonly string[];
	/** Whether the server may write the checkout. If so, it is started for each call and ended after it. */
	readonly writes: boolean;
}

/** The environment in which servers run. */
export interface ServerContext {
	readonly root: string;
	readonly toolchain: Toolchain;
	readonly caches?: string;
	/** Files of the checkout that no server may see. */
	readonly hidden: readonly string[];
	readonly sealed: readonly string[];
	readonly limits: Partial<SandboxLimits>;
	/** Our version, which is sent to servers. */
	readonly program: string;
	readonly redactor: Pick<Redactor, 'redact'>;
	/**
	 * Whether this run changed a path of the checkout, or anything below it. Also true if this is unknown, for example for ignored files.
	 */
	readonly changedInRun: (path: string) => boolean;
	/** Whether the base commit contains a path, or anything below it. */
	readonly isTracked: (path: string) => boolean;
	/** The time limit for a server to start and to list its tools. Only tests change it. */
	readonly answerMs?: number;
}
