/** The proxy by which the job's machine reaches the internet. */
export interface UpstreamProxy {
	/** A name or an address. No process inside a sandbox sees it. */
	readonly host: string;
	readonly port: number;
	/** The value of `Proxy-Authorization`, which is a credential of the job. */
	readonly authorization?: string;
}

/** The proxy in a job's environment. `malformed` means that it is not a plain HTTP proxy. */
export type JobProxy = UpstreamProxy | 'malformed';
