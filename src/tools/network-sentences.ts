import {
	mostServiceConnections,
	type RefusedAddress,
	type SandboxResult,
	type ServiceTrouble,
	unansweredText,
} from '../sandbox/index.ts';

/** The part of the network that a command could reach. */
export interface Reach {
	readonly hosts: readonly string[];
	/** Ports of the job's own loopback, such as `localhost:5432`. */
	readonly services: readonly string[];
	/**
	 * The job's own proxy. `none`: there is no proxy. `unused`: the configuration does not use it. `missing`: the configuration uses a proxy,
	 * but there is none. `used`: connections to hosts used it.
	 */
	readonly upstream: 'none' | 'unused' | 'missing' | 'used';
	/** Names in the command's effects that are not one exact host. */
	readonly unknown: readonly string[];
}

type Tried = Pick<SandboxResult, 'exitCode' | 'refusedHosts' | 'refusedAddresses' | 'unanswered' | 'serviceTroubles'>;

const noName =
	/Temporary failure in name resolution|Could not resolve host|EAI_AGAIN|ENETUNREACH|Network is unreachable|getaddrinfo|dns error|no such host/;
const noService = /ECONNREFUSED|connection refused/i;

const configured = '.github/countersign.yml on the default branch';

/** Returns sentences for the model: what the command did not reach, why, and what to do. */
export function networkSentences(tried: Tried, reach: Reach, output: string): readonly string[] {
	const { exitCode, refusedHosts, refusedAddresses, unanswered, serviceTroubles } = tried;
	const { hosts, unknown } = reach;
	const others = unknown.map((host) => `\`${host}\``).join(', ');
	const isRefused = refusedHosts.length + refusedAddresses.length + unanswered.length > 0;
	return [
		...(refusedHosts.length > 0
			? [
					`not reached: ${refusedHosts.join(', ')}; this command may reach ${hosts.join(', ')} and nothing else; a command that names another host is asked about with it`,
				]
			: []),
		...refusedAddresses.map(addressSentence),
		...(unanswered.length > 0 ? [unansweredSentence(unanswered.map(unansweredText), reach)] : []),
		...(unknown.length > 0 && exitCode !== 0
			? [`no network for ${others}: that is no exact name of a host; name the host in the command`]
			: []),
		...(exitCode !== 0 && !isRefused && noName.test(output)
			? [
					hosts.length === 0
						? 'commands have no network here'
						: 'names are resolved only by the proxy that HTTP_PROXY and HTTPS_PROXY name; a program that does not use it has no network',
				]
			: []),
		...serviceTroubles.map(troubleSentence),
		...(exitCode !== 0 && serviceTroubles.length === 0 && noService.test(output) ? [loopbackSentence(reach)] : []),
	];
}

/**
 * Explains a refused address. The command may reach this host, so the sentence says that the address is the problem, not the list of hosts.
 */
function addressSentence({ asked, address, kind }: RefusedAddress): string {
	const host = asked.replace(/:(?:443|80)$/, '');
	const what = `not reached: ${asked}; this command may reach it, but its name stands for`;
	return kind === 'private'
		? `${what} the private address ${address}; no command and no approval opens it; a maintainer can, under \`sandbox.hosts\` of ${configured}: \`- { host: "${host}", private: true, because: "…" }\``
		: `${what} ${address}, which belongs to this machine, to a metadata service or to no public network; nothing opens that`;
}

const upstreamWords: Readonly<Record<Reach['upstream'], string>> = {
	none: '',
	used: '',
	unused: `; the runner has a proxy of its network (HTTPS_PROXY), which commands use only if a maintainer writes \`upstream_proxy: true\` under \`sandbox\` of ${configured}`,
	missing:
		'; `sandbox.upstream_proxy` is true, but HTTPS_PROXY of the job is not `http://host:port`, so hosts were asked directly',
};

function unansweredSentence(texts: readonly string[], { upstream }: Reach): string {
	return `not reached: ${texts.join('; ')}${upstreamWords[upstream]}`;
}

function troubleSentence({ service, why }: ServiceTrouble): string {
	return why === 'silent'
		? `nothing listens on ${service} of the job; the workflow must start the service before the agent, and map it to that port of the runner`
		: `at most ${mostServiceConnections} connections to services at a time; the others to ${service} were closed`;
}

/** Explains the loopback, because from inside the sandbox, services on the job's loopback seem not to exist. */
function loopbackSentence({ services }: Reach): string {
	return services.length === 0
		? `localhost is the command's own: it reaches a service of the job only if a maintainer opens its port, under \`sandbox.services\` of ${configured}: \`- localhost:5432\``
		: `localhost is the command's own, but for these services of the job: ${services.join(', ')}`;
}
