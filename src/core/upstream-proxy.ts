/** The proxy by which the job's machine reaches the internet. */
export interface UpstreamProxy {
	/** A name or an address; nobody inside a sandbox hears of it. */
	readonly host: string;
	readonly port: number;
	/** The value of `Proxy-Authorization`; a credential of the job. */
	readonly authorization?: string;
}

/** What a job says of such a proxy; `malformed` is no plain HTTP proxy. */
export type JobProxy = UpstreamProxy | 'malformed';
