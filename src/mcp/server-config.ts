import type { Redactor, SandboxLimits, Toolchain } from '../core/index.ts';

/** A server as the repository's configuration names it. */
export interface ServerConfig {
	readonly name: string;
	/** The program and its arguments. */
	readonly command: readonly string[];
	/** Literal values: no secret is passed. */
	readonly env: Readonly<Record<string, string>>;
	/** The only tools to be offered; all of them when left out. */
	readonly tools?: readonly string[];
	/** Whether it may write the checkout. Then it is started for each call, and ended after it. */
	readonly writes: boolean;
}

/** What servers run on. */
export interface ServerContext {
	readonly root: string;
	readonly toolchain: Toolchain;
	readonly caches?: string;
	/** Files of the checkout that no server may see. */
	readonly hidden: readonly string[];
	readonly sealed: readonly string[];
	readonly limits: Partial<SandboxLimits>;
	/** Our version, which servers are told. */
	readonly program: string;
	readonly redactor: Pick<Redactor, 'redact'>;
	/** Whether this run changed a path of the checkout, or anything below it; also true where that cannot be told, as of ignored files. */
	readonly changedInRun: (path: string) => boolean;
	/** Whether the base commit has a path, or anything below it. */
	readonly isTracked: (path: string) => boolean;
	/** How long a server may take to start and to list its tools; the same for everybody but tests. */
	readonly answerMs?: number;
}
