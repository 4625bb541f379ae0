import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

type Subnet = readonly [address: string, prefix: number];

/** IPv4 that is not the public internet (IANA, Special-Purpose Address Registry), and what clouds answer their machines on. */
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
/** Of IPv6 all public addresses begin so … */
const public6: Subnet = ['2000::', 3];
/** … but for protocols, documentation and those that hold an IPv4 address. */
const special6: readonly Subnet[] = [
	['2001::', 23],
	['2001:db8::', 32],
	['2002::', 16],
	['3fff::', 20],
];

const forbidden4 = listOf(special4, 'ipv4');
const permitted6 = listOf([public6], 'ipv6');
const forbidden6 = listOf(special6, 'ipv6');

/** Whether an address belongs to the public internet, and not to this machine. What is not known to be so does not. */
export function isPublicAddress(address: string, own: readonly string[] = ownAddresses()): boolean {
	if (own.includes(address)) return false;
	switch (isIP(address)) {
		case 4:
			return !forbidden4.check(address, 'ipv4');
		case 6:
			return permitted6.check(address, 'ipv6') && !forbidden6.check(address, 'ipv6');
		default:
			return false;
	}
}

function ownAddresses(): readonly string[] {
	return Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address));
}

function listOf(subnets: readonly Subnet[], family: 'ipv4' | 'ipv6'): BlockList {
	const list = new BlockList();
	for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family);
	return list;
}
