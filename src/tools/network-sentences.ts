import type { SandboxResult } from '../sandbox/index.ts';

/** What of the network a command could reach. */
export interface Reach {
	readonly hosts: readonly string[];
	/** What its effects name instead of one exact host. */
	readonly unknown: readonly string[];
}

const noName =
	/Temporary failure in name resolution|Could not resolve host|EAI_AGAIN|ENETUNREACH|Network is unreachable|getaddrinfo|dns error|no such host/;

/** In words for the model: what was not reached, why, and what to do. */
export function networkSentences(
	{ exitCode, refusedHosts }: SandboxResult,
	{ hosts, unknown }: Reach,
	output: string,
): readonly string[] {
	const others = unknown.map((host) => `\`${host}\``).join(', ');
	return [
		...(refusedHosts.length > 0
			? [
					`not reached: ${refusedHosts.join(', ')}; this command may reach ${hosts.join(', ')} and nothing else; a command that names another host is asked about with it`,
				]
			: []),
		...(unknown.length > 0 && exitCode !== 0
			? [`no network for ${others}: that is no exact name of a host; name the host in the command`]
			: []),
		...(exitCode !== 0 && refusedHosts.length === 0 && noName.test(output)
			? [
					hosts.length === 0
						? 'commands have no network here'
						: 'names are resolved only by the proxy that HTTP_PROXY and HTTPS_PROXY name; a program that does not use it has no network',
				]
			: []),
	];
}
