import { reverseShell, shellOf, wordAfter } from '../carried.ts';
import { data, exec, type Finding, type Invocation, network, opaque, type Program, role, rows } from '../program.ts';
import { opensSocket, reads, talksTo, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** Programs that open raw connections, remote shells and tunnels. */
export const connections = (): readonly Program[] => [
	rows('nc ncat netcat cryptcat', {
		input: 'data',
		options: {
			...data('-p --source-port -w --wait -s --source -i --idle-timeout -g -G -q -x --proxy -X -T -I -O -P -m -d'),
			...role('shell', '-c --sh-exec -e --exec --lua-exec'),
			...role('write', '-o --output --hex-dump'),
			...role('read', '--ssl-cert --ssl-key --allowfile --denyfile'),
		},
		also: connected,
	}),
	rows('socat', { input: 'data', also: relayed }),
	rows('telnet rlogin rsh tn3270', {
		input: 'data',
		also: (it) => it.operands.slice(0, 1).flatMap((word) => talksTo(word.text)),
	}),
	rows('ssh autossh slogin dbclient', {
		input: 'data',
		options: {
			...data('-p -l -J -L -R -D -W -m -M -c -b -B -e -O -w -Q -S -P -o'),
			...role('write', '-E'),
			...role('script', '-F'),
			...role('code', '-I'),
			...role('read', '-i'),
		},
		wraps: true,
		also: remoteCommand,
	}),
	rows('sshpass', {
		input: 'data',
		options: { ...data('-p -P'), ...role('read', '-f') },
		operands: 'command',
		wraps: true,
	}),
	rows('mosh', {
		input: 'data',
		options: { ...role('shell', '--ssh --client'), ...data('-p --port --server --predict') },
		wraps: true,
		also: remoteCommand,
	}),
	rows('pdsh pssh parallel-ssh clush dsh rundeck', {
		input: 'data',
		options: { ...data('-w -x -g -l -H -f -t -u -p -o'), ...role('read', '-h --hosts') },
		wraps: true,
		also: ({ operands }) => [network('many hosts'), ...(operands.length > 0 ? [shellOf(operands)] : [])],
	}),
	rows('salt salt-ssh salt-call', {
		input: 'data',
		wraps: true,
		also: (it) => [
			network('many hosts'),
			exec(it),
			...afterWord(it, /^cmd\.(run|shell|run_all)$/).map((word) => shellOf([word])),
		],
	}),
	rows(
		'chisel ngrok cloudflared frpc frps localtunnel lt bore tailscale tailscaled zerotier-cli pagekite inlets serveo rathole gost wg-quick openvpn sshuttle',
		{ input: 'data', also: (it) => [network('a tunnel'), exec(it)] },
	),
];

/** `nc -e`, `ncat --exec`: the program that it starts is driven by whoever is on the other side. */
function connected(it: Invocation): readonly Finding[] {
	const [host] = it.operands;
	if (it.has('-U', '--unixsock')) return it.operands.flatMap((word) => opensSocket(word, it.scope));
	const listens = it.has('-l', '--listen');
	const runs = it.has('-e', '--exec', '-c', '--sh-exec', '--lua-exec');
	return [
		...(listens || host === undefined ? [network('any host')] : talksTo(host.text)),
		...(runs ? [reverseShell(`${it.name} ties a program to a connection`)] : []),
	];
}

const networkAddress = /^(tcp|udp|sctp|dccp|openssl|ssl|socks|proxy|vsock|ip|interface|tun|udplite)[\w-]*:/i;

/** socat ties two addresses together; each is a host, a socket, a file or a program. */
function relayed(it: Invocation): readonly Finding[] {
	const addresses = it.operands.flatMap((word) => word.text.split('!!').map((text) => ({ ...word, text })));
	const isConnected = addresses.some((word) => networkAddress.test(word.text));
	return addresses.flatMap((word) => relayAddress(word, it, isConnected));
}

function relayAddress(word: Word, it: Invocation, isConnected: boolean): readonly Finding[] {
	const [, kind = '', rest = ''] = /^([\w-]+):(.*)$/s.exec(word.text) ?? [];
	const argument = { ...constant(rest.replace(/,[^'"]*$/, '')), known: word.known };
	if (!word.known && kind === '') return [opaque('an address of socat that cannot be known')];
	if (/^(exec|system|shell)$/i.test(kind)) {
		const tied = isConnected ? [reverseShell('socat ties a program to a connection')] : [];
		return [{ find: 'shell', source: argument }, ...tied];
	}
	if (networkAddress.test(word.text)) {
		if (/listen|recv|-l:/i.test(kind)) return [network('any host')];
		return talksTo(/^(\[[^\]]*\]|[^:,]*)/.exec(rest)?.[0] ?? rest);
	}
	if (/^(unix|abstract)/i.test(kind)) return opensSocket(argument, it.scope);
	if (/^(file|open|gopen|create|creat|pipe|fifo)/i.test(kind))
		return [...reads(argument, it.scope), ...writes(argument, it.scope)];
	return word.text.startsWith('/') ? [...reads(word, it.scope), ...writes(word, it.scope)] : [];
}

/** Options of ssh whose value is a command line of this machine. */
const localCommands = /^\s*(proxycommand|localcommand|knownhostscommand|proxyusefdpass)\s*[=\s]\s*/i;

/** Local commands in the `-o` options of ssh and its like. */
export function sshOptions(it: Invocation): readonly Finding[] {
	return it.values('-o').flatMap((word) => {
		const command = localCommands.exec(word.text)?.[0];
		if (command !== undefined)
			return [{ find: 'shell' as const, source: wordAfter(word, command.length) }, opaque('ssh runs a local command')];
		if (/^\s*(pkcs11provider|securitykeyprovider|include|match)\b/i.test(word.text))
			return [opaque('ssh loads what it is told')];
		return word.known ? [] : [opaque('an option of ssh that cannot be known')];
	});
}

/** What another machine is told to do is judged as if it were told to this one. */
function remoteCommand(it: Invocation): readonly Finding[] {
	const [host, ...given] = it.operands;
	if (host === undefined) return [];
	const command = given[0]?.text === '--' ? given.slice(1) : given;
	const isFed = command.length === 0 && it.stdin !== undefined && !it.has('-N', '-n');
	return [
		...talksTo(host.text.replace(/^ssh:\/\//, '').replace(/^.*@/, '')),
		...sshOptions(it),
		...(command.length > 0 ? [shellOf(command)] : []),
		...(isFed ? [{ find: 'feed' as const }] : []),
	];
}

function afterWord({ words }: Invocation, pattern: RegExp): readonly Word[] {
	return words.filter((_, i) => pattern.test(words[i - 1]?.text ?? ''));
}
