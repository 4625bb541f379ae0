import { existsSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

type Subnet = readonly [address: string, prefix: number];

/** IPv4 addresses that are not public internet (IANA, Special-Purpose Address Registry), and addresses of cloud metadata services. */
const special4: readonly Subnet[] = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['168.63.129.16', 32],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.0.2.0', 24],
	['192.88.99.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['198.51.100.0', 24],
	['203.0.113.0', 24],
	['224.0.0.0', 3],
];
/** The prefix of all public IPv6 addresses. */
const public6: Subnet = ['2000::', 3];
/** Subnets of this prefix that are not public: for protocols and documentation, or with an IPv4 address inside. */
const special6: readonly Subnet[] = [
	['2001::', 23],
	['2001:db8::', 32],
	['2002::', 16],
	['3fff::', 20],
];
/**
 * Private addresses (RFC 1918, RFC 6598, RFC 4193), and addresses for tests and examples that some organizations use internally (RFC 2544,
 * RFC 5737).
 */
const private4: readonly Subnet[] = [
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
	['192.0.2.0', 24],
	['198.18.0.0', 15],
	['198.51.100.0', 24],
	['203.0.113.0', 24],
];
const private6: readonly Subnet[] = [['fc00::', 7]];
/** Addresses of cloud metadata services in the private ranges. IPv4: Alibaba. IPv6: Amazon, Google, Scaleway. */
const metadata4: readonly Subnet[] = [['100.100.100.200', 32]];
const metadata6: readonly Subnet[] = [
	['fd00:ec2::', 32],
	['fd20:ce::', 32],
	['fd00:42::', 32],
];

// IPv4 and IPv6 need separate lists, because a list with both would treat `::ffff:10.0.0.1` as `10.0.0.1`.
const lists = {
	special4: listOf(special4, 'ipv4'),
	private4: listOf(private4, 'ipv4'),
	metadata4: listOf(metadata4, 'ipv4'),
	public6: listOf([public6], 'ipv6'),
	special6: listOf(special6, 'ipv6'),
	private6: listOf(private6, 'ipv6'),
	metadata6: listOf(metadata6, 'ipv6'),
};

/**
 * The kind of network of an address. `never` means that no command may reach it: this machine, a metadata service, link-local, or an
 * unknown network.
 */
export type AddressKind = 'public' | 'private' | 'never';

/** Returns the kind of network that an address belongs to. */
export function addressKind(address: string, own: readonly string[] = ownAddresses()): AddressKind {
	if (own.includes(address)) return 'never';
	switch (isIP(address)) {
		case 4:
			return kind4(address);
		case 6:
			return kind6(address);
		default:
			return 'never';
	}
}

function kind4(address: string): AddressKind {
	if (!lists.special4.check(address, 'ipv4')) return 'public';
	const isPrivate = lists.private4.check(address, 'ipv4') && !lists.metadata4.check(address, 'ipv4');
	return isPrivate ? 'private' : 'never';
}

function kind6(address: string): AddressKind {
	if (lists.public6.check(address, 'ipv6') && !lists.special6.check(address, 'ipv6')) return 'public';
	const isPrivate = lists.private6.check(address, 'ipv6') && !lists.metadata6.check(address, 'ipv6');
	return isPrivate ? 'private' : 'never';
}

/** Returns the addresses of this machine and of its gateways. In a container, the gateway is the host machine. */
function ownAddresses(): readonly string[] {
	const own = Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address));
	const routes = '/proc/net/route';
	return [...own, ...(existsSync(routes) ? gatewaysIn(readFileSync(routes, 'latin1')) : [])];
}

/** Returns the gateways in a routing table of Linux. A gateway is the third word of a line, in hexadecimal with reversed bytes. */
export function gatewaysIn(table: string): readonly string[] {
	return table.split('\n').flatMap((line) => {
		const gateway = /^\S+\s+[\dA-F]{8}\s+([\dA-F]{8})\s/.exec(line)?.[1];
		if (gateway === undefined || gateway === '00000000') return [];
		return [[...Buffer.from(gateway, 'hex').reverse()].join('.')];
	});
}

function listOf(subnets: readonly Subnet[], family: 'ipv4' | 'ipv6'): BlockList {
	const list = new BlockList();
	for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family);
	return list;
}
