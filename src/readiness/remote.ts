/** A repository on a host, without whatever credential its address may hold. */
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

/** The repository that an address of git names; undefined for a folder, and for what has more or fewer parts than owner and name. */
export function remoteOf(url: string): Remote | undefined {
	for (const spelling of spellings) {
		const [, host, owner, name] = spelling.exec(url.trim()) ?? [];
		if (host !== undefined && owner !== undefined && name !== undefined)
			return { host: host.toLowerCase(), owner, name };
	}
	return undefined;
}

/**
 * Whether a host is an Enterprise Server: neither github.com (by any of its names, or an alias of ssh such as `github.com-work`) nor a tenant of
 * ghe.com, which are as new as github.com.
 */
export function isEnterpriseServer(host: string): boolean {
	const isAlias = !host.includes('.');
	return !isAlias && !/^(?:[\w-]+\.)*github\.com(?:-[\w.-]*)?$/.test(host) && !host.endsWith('.ghe.com');
}
