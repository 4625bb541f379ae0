/**
 * Matches the hosts of rules. It also finds cloud metadata services, in every notation of an address, because they give credentials to
 * every caller.
 */
import { type Effect, isOwnMachine, privateHostName } from '../core/index.ts';

/**
 * Returns whether an effect matches the hosts of a rule. A rule that allows must name the host and its port. A rule that restricts
 * matches on every port. It also matches an unknown host, because that could be one of its hosts.
 */
export function matchesHosts(hosts: readonly string[], effect: Effect | undefined, allows: boolean): boolean {
	if (effect?.kind !== 'network') return false;
	const host = effect.host.toLowerCase();
	if (allows) return hosts.some((named) => isNamedBy(named, host));
	if (privateHostName(effect.host) === undefined && !isOwnMachine(effect.host)) return true;
	return hosts.some((named) => isNamedBy(named, host) || isNamedBy(named, host.replace(/:\d+$/, '')));
}

function isNamedBy(named: string, host: string): boolean {
	return named.startsWith('*.') ? host.endsWith(named.slice(1)) : host === named;
}

const metadataNames =
	/^(metadata|instance-data|rancher-metadata)(\.|$)|^(metadata\.google\.internal|metadata\.goog)$|(^|\.)metadata\.(azure\.(com|internal)|tencentyun\.com|platformequinix\.com|packet\.net|ec2\.internal)$/;

/** `169.254.169.254.nip.io` and similar names resolve to the address in the name. */
const embeddedAddress = /(^|[.-])(169[.-]254[.-]\d{1,3}[.-]\d{1,3}|100[.-]100[.-]100[.-]200|a9fea9fe)([.-]|$)/;

/** Returns whether a request to this host may return the credentials of the machine. */
export function isMetadataHost(given: string): boolean {
	const host = plainHost(given.slice(0, 1_000));
	if (metadataNames.test(host) || embeddedAddress.test(host)) return true;
	const v4 = host.includes(':') ? mappedAddress(host) : addressOf(host);
	if (v4 !== undefined) return isMetadataAddress(v4);
	return /^(fd00:ec2:|fd20:ce:|fe80::a9fe:a9fe$)/.test(host);
}

/** Paths that only metadata services have. They identify a metadata service even if the host is unknown. */
export const metadataPath =
	/\/latest\/(meta-data|api\/token|dynamic|user-data)|computeMetadata\/v1|\/metadata\/(identity|instance)\b|\/v2\/credentials\/|\$\{?(ECS_CONTAINER_METADATA_URI|AWS_CONTAINER_CREDENTIALS|IDENTITY_ENDPOINT|MSI_ENDPOINT|ACTIONS_ID_TOKEN_REQUEST_URL)/i;

function plainHost(given: string): string {
	return given
		.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
		.normalize('NFKC')
		.toLowerCase()
		.replace(/^\[|\]$/g, '')
		.replace(/%.*$/, '')
		.replace(/[.。]+$/, '');
}

/** Link-local addresses have no other use. The other addresses belong to Alibaba, Oracle and Azure. */
function isMetadataAddress(address: number): boolean {
	const [link, alibaba, oracle, azure] = [0xa9fe, 0x646464c8, 0xc00000c0, 0xa83f8110];
	return address >>> 16 === link || address === alibaba || address === oracle || address === azure;
}

/** Returns an IPv4 address as `inet_aton` reads it: one to four numbers, each decimal, octal or hexadecimal. */
function addressOf(host: string): number | undefined {
	const parts = host.split('.');
	const numbers = parts.map(numberOf);
	const last = numbers.at(-1);
	if (parts.length > 4 || last === undefined || numbers.some((value) => value === undefined)) return undefined;
	const high = numbers.slice(0, -1).reduce<number>((sum, value, i) => sum + (value ?? 0) * 256 ** (3 - i), 0);
	return (high + last) % 2 ** 32;
}

function numberOf(text: string): number | undefined {
	if (/^0x[0-9a-f]+$/.test(text)) return Number.parseInt(text, 16);
	if (/^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
	return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Returns the IPv4 address in an IPv6 address: mapped, compatible, or of NAT64. */
function mappedAddress(host: string): number | undefined {
	const tail = /^(?:(?:0{0,4}:){1,7}|64:ff9b::)(?:ffff:)?(?:0:)?([\da-f.]+)(?::([\da-f]{1,4}))?$/.exec(host);
	if (tail === null) return undefined;
	const [, first = '', second] = tail;
	if (first.includes('.')) return addressOf(first);
	return second === undefined ? undefined : Number.parseInt(first, 16) * 65_536 + Number.parseInt(second, 16);
}
