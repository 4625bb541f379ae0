/** A repository on a host, without any credential of its address. */
export interface Remote {
	readonly host: string;
	readonly owner: string;
	readonly name: string;
}

const spellings: readonly RegExp[] = [
	/^https?:\/\/(?:[^/@]*@)?([^/:@]+)(?::\d+)?\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/,
	/^(?:ssh|git):\/\/(?:[^/@]*@)?([^/:@]+)(?::\d+)?\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/,
	/^(?:[\w.-]+@)?([\w-][\w.-]*):([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/,
];

/** The repository of a git address. Undefined for a folder, and for an address that does not have exactly owner and name. */
export function remoteOf(url: string): Remote | undefined {
	for (const spelling of spellings) {
		const [, host, owner, name] = spelling.exec(url.trim()) ?? [];
		if (host !== undefined && owner !== undefined && name !== undefined)
			return { host: host.toLowerCase(), owner, name };
	}
	return undefined;
}

/**
 * Whether a host is an Enterprise Server. False for github.com, by any of its names or an ssh alias such as `github.com-work`. Also false
 * for a tenant of ghe.com, because tenants are as up to date as github.com.
 */
export function isEnterpriseServer(host: string): boolean {
	const isAlias = !host.includes('.');
	return !isAlias && !/^(?:[\w-]+\.)*github\.com(?:-[\w.-]*)?$/.test(host) && !host.endsWith('.ghe.com');
}
