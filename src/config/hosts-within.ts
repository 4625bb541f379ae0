/** The hosts that both lists allow. If two patterns overlap, the narrower one is used. */
export function hostsWithin(wanted: readonly string[], allowed: readonly string[]): readonly string[] {
	const kept = wanted.filter((host) => allowed.some((pattern) => covers(pattern, host)));
	const narrower = allowed.filter((host) => wanted.some((pattern) => covers(pattern, host)));
	return [...new Set([...kept, ...narrower])];
}

const usualPorts = ['443', '80'];

/** Whether `pattern` allows everything that `host` allows. */
function covers(pattern: string, host: string): boolean {
	const [one, other] = [partsOf(pattern), partsOf(host)];
	const isBelow = one.below && other.name.endsWith(`.${one.name}`);
	const isSame = one.below === other.below && one.name === other.name;
	return (isBelow || isSame) && other.ports.every((port) => one.ports.includes(port));
}

function partsOf(pattern: string): {
	readonly below: boolean;
	readonly name: string;
	readonly ports: readonly string[];
} {
	const below = pattern.startsWith('*.');
	const [name = '', port] = (below ? pattern.slice(2) : pattern).split(':');
	return { below, name, ports: port === undefined ? usualPorts : [port] };
}
