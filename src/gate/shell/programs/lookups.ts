import { wordAfter } from '../carried.ts';
import { data, exec, type Finding, type Invocation, network, opaque, type Program, role, rows } from '../program.ts';
import { contacts } from '../roles.ts';
import { fedLines, listedAddresses } from './addresses.ts';

/** Programs that look up names, routes and ports. Threat: the request itself can carry data to the machine that answers. */
export const lookups = (): readonly Program[] => [
	rows('dig kdig', {
		input: 'judged',
		options: { ...data('-p -t -q -y -b -c -x'), ...role('data', '-f'), ...role('read', '-k'), ...role('write', '-E') },
		also: (it) => [...asked(it), ...listedAddresses(it, '-f')],
	}),
	rows('drill', {
		input: 'ignored',
		options: { ...data('-p -t -b -x -y -o'), ...role('read', '-f -k -r -c -d'), ...role('write', '-i -w -q') },
		also: asked,
	}),
	rows('delv', {
		input: 'ignored',
		options: { ...data('-p -t -q -b -c -x -d'), ...role('read', '-a') },
		also: asked,
	}),
	rows('nslookup', { input: 'judged', also: nslookup }),
	rows('host ping ping6 traceroute tracepath whois', {
		input: 'ignored',
		options: data('-c -i -W -w -t -s -p -q -m -M -I -Q -l -h -R -N'),
		also: asked,
	}),
	rows('mtr', {
		input: 'ignored',
		options: {
			...data(
				'-c --report-cycles -i --interval -s --psize -m --max-ttl -f --first-ttl -P --port -a --address -Q -B -o',
			),
			...role('data', '-F --filename'),
		},
		also: (it) => [...asked(it), ...listedAddresses(it, '-F', '--filename')],
	}),
	rows('nmap', {
		input: 'judged',
		options: {
			...data(
				'-p --exclude-ports --top-ports --exclude -e -S -g --source-port -D --data --data-string --ttl -T --mtu -b',
			),
			...data(
				'--max-retries --host-timeout --min-rate --max-rate --script-args --dns-servers --spoof-mac --scan-delay',
			),
			...role('write', '-oN -oX -oG -oS -oA -oM'),
			...role('data', '-iL --excludefile'),
			...role('script', '--script --datadir --servicedb --versiondb --resume'),
			...role('read', '--script-args-file --stylesheet'),
		},
		also: (it) => [exec(it), ...asked(it), ...listedAddresses(it, '-iL', '--excludefile')],
	}),
];

/** Words of a request that name no host: its type, its class, and how the answer is printed. */
const aboutQuestion = /^(\+.*|A|AAAA|ANY|AXFR|CAA|CNAME|DNSKEY|DS|HTTPS|MX|NS|PTR|SOA|SRV|SVCB|TLSA|TXT|IN|CH|HS)$/i;

function asked(it: Invocation): readonly Finding[] {
	return it.operands
		.filter((word) => !word.known || !aboutQuestion.test(word.text))
		.flatMap((word) => contacts(wordAfter(word, word.text.startsWith('@') ? 1 : 0), it.scope));
}

/** Judges nslookup. Without a name, it looks up each line of its input. Its commands `ls` and `view` write and show files. */
function nslookup(it: Invocation): readonly Finding[] {
	const [name] = it.operands;
	if ((name !== undefined && name.text !== '-') || it.stdin === undefined) return asked(it);
	const lines = fedLines(it.stdin);
	if (lines === undefined) return [...asked(it), exec(it), network('a host that cannot be known')];
	const isFile = lines.some(({ text }) => /^\s*(ls|view)\b|>/.test(text));
	const hosts = lines.flatMap((line) =>
		contacts(wordAfter(line, /^\s*(l?server\s+)?/.exec(line.text)?.[0].length ?? 0), it.scope),
	);
	return [...asked(it), ...hosts, ...(isFile ? [opaque('nslookup writes or shows a file')] : [])];
}
