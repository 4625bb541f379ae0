import { reverseShell, shellOf } from '../carried.ts';
import {
	configWrite,
	connection,
	data,
	destroy,
	exec,
	type Finding,
	type Invocation,
	network,
	opaque,
	type Program,
	role,
	rows,
} from '../program.ts';
import { credentialFiles, opensSocket, reads, talksTo, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { sessionFindings } from './sessions.ts';
import { jumps, sshOptions, tunnels } from './ssh-options.ts';

const sshRoles = {
	...data('-p -l -J -L -R -D -W -m -c -b -B -e -O -w -Q -S -P -o'),
	...role('write', '-E'),
	...role('script', '-F'),
	...role('code', '-I'),
	...role('read', '-i'),
};

/** Programs that open raw connections, remote shells and tunnels. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const connections = (): readonly Program[] => [
	rows('nc netcat', {
		input: 'data',
		options: {
			...data('-p -w -s -i -g -G -q -x -X -T -I -O -P -m -M -d -V -W'),
			...role('shell', '-c -e'),
			...role('write', '-o -Z'),
			...role('read', '-C -K -R'),
		},
		also: connected,
	}),
	rows('ncat', {
		input: 'data',
		options: {
			...data(
				'-p --source-port -w --wait -s --source -i --idle-timeout -g -G -d --delay -m --max-conns --proxy --proxy-type',
			),
			...data('--proxy-auth --proxy-dns --ssl-ciphers --ssl-servername --ssl-alpn --allow --deny'),
			...role('shell', '-c --sh-exec -e --exec'),
			...role('script', '--lua-exec'),
			...role('write', '-o --output -x --hex-dump'),
			...role('read', '--ssl-cert --ssl-key --ssl-trustfile --allowfile --denyfile'),
		},
		also: connected,
	}),
	rows('cryptcat', {
		input: 'data',
		options: { ...data('-k -p -w -s -i -g -G'), ...role('shell', '-e -c'), ...role('write', '-o') },
		also: connected,
	}),
	rows('socat', {
		input: 'judged',
		options: {
			...data('-b -t -T -lp -lm -s'),
			...role('write', '-lf -r -R -L -W'),
		},
		also: (it) => [...relayed(it), connection, ...emptied(it)],
	}),
	rows('socket', {
		input: 'data',
		options: data('-p'),
		also: (it) => [
			exec(it),
			...(it.has('-s') ? [network('any host')] : it.operands.slice(0, 1).flatMap((word) => talksTo(word.text))),
			...it
				.values('-p')
				.flatMap((source): readonly Finding[] => [
					{ find: 'shell', source },
					reverseShell('socket ties a program to a connection'),
				]),
		],
	}),
	rows('telnet tn3270', {
		input: 'judged',
		options: { ...data('-l -e -S -b -X -k'), ...role('write', '-n') },
		also: (it) => [
			connection,
			...it.operands.slice(0, 1).flatMap((word) => talksTo(word.text.replace(/^.*@/, ''))),
			...sessionFindings(it, {}),
			...emptied(it),
		],
	}),
	rows('rlogin rsh remsh', { input: 'handed', options: data('-l -e -k'), wraps: true, also: remoteCommand }),
	rows('ssh slogin', { input: 'handed', options: sshRoles, wraps: true, also: sshCommand }),
	rows('autossh', { input: 'handed', options: { ...sshRoles, ...data('-M') }, wraps: true, also: sshCommand }),
	rows('dbclient', {
		input: 'handed',
		options: { ...data('-p -l -L -R -W -B -c -m -K -I -o -b'), ...role('read', '-i'), ...role('shell', '-J') },
		wraps: true,
		also: (it) => [connection, ...remoteCommand(it)],
	}),
	rows('ssh-copy-id', {
		input: 'ignored',
		options: { ...data('-p -o'), ...role('read', '-i'), ...role('script', '-F'), ...role('write', '-t') },
		also: (it) => [
			exec(it),
			...it.operands.flatMap((word) => talksTo(word.text.replace(/^.*@/, ''))),
			...sshOptions(it),
		],
	}),
	// It fetches the public keys of an account, and lets their owner in.
	rows('ssh-import-id ssh-import-id-gh ssh-import-id-lp', {
		input: 'ignored',
		options: { ...data('-u --useragent'), ...role('write', '-o --output') },
		also: (it) => [
			exec(it),
			network('github.com'),
			...(it.has('-o', '--output') ? [] : [configWrite('~/.ssh/authorized_keys')]),
		],
	}),
	rows('sshpass', {
		input: 'handed',
		options: { ...data('-p -P -d'), ...role('read', '-f') },
		operands: 'command',
		wraps: true,
	}),
	rows('mosh', {
		input: 'handed',
		options: { ...role('shell', '--ssh --client'), ...data('-p --port --server --predict --family --bind-server') },
		wraps: true,
		also: remoteCommand,
	}),
	rows('pdsh pssh parallel-ssh clush dsh rundeck', {
		input: 'handed',
		options: { ...data('-w -x -g -l -H -f -t -u -p -o'), ...role('list', '-h --hosts --hostfile') },
		wraps: true,
		also: ({ operands, stdin }) => [
			network('many hosts'),
			...(operands.length > 0 ? [shellOf(operands)] : stdin === undefined ? [] : [{ find: 'feed' as const }]),
		],
	}),
	rows('salt salt-ssh salt-call', {
		input: 'ignored',
		options: { ...role('script', '-c --config-dir --roster-file'), ...role('write', '--out-file --log-file') },
		wraps: true,
		also: (it) => [
			network('many hosts'),
			exec(it),
			...afterWord(it, /^cmd\.(run|shell|run_all)$/).map((word) => shellOf([word])),
		],
	}),
	rows(
		'chisel ngrok cloudflared frpc frps localtunnel lt bore tailscale tailscaled zerotier-cli pagekite inlets serveo rathole gost wg-quick openvpn sshuttle',
		{ input: 'ignored', also: (it) => [network('a tunnel'), exec(it), ...credentialFiles(it)] },
	),
];

/** Judges `nc` and its variants. With `-e` or `--exec` they start a program, which the other side of the connection controls. */
function connected(it: Invocation): readonly Finding[] {
	const [host] = it.operands;
	if (it.has('-U', '--unixsock')) return it.operands.flatMap((word) => opensSocket(word, it.scope));
	const listens = it.has('-l', '--listen');
	const runs = it.has('-e', '--exec', '-c', '--sh-exec', '--lua-exec');
	return [
		...(listens || host === undefined ? [network('any host')] : talksTo(host.text)),
		// `-z` only probes a port and transfers no data.
		...(it.has('-z') ? [] : [connection]),
		...(runs ? [reverseShell(`${it.name} ties a program to a connection`)] : []),
		...emptied(it),
	];
}

/** Reports a command for a cache that drops all of its data. A cache reads one command from each line. */
function emptied({ stdin, name }: Invocation): readonly Finding[] {
	const isEmptied = /^\s*(flushall|flushdb|flush_all|shutdown nosave)\b/im.test((stdin?.text ?? '').slice(0, 8_000));
	return isEmptied ? [destroy(`all data by ${name}`)] : [];
}

const networkAddress = /^(tcp|udp|sctp|dccp|openssl|ssl|socks|proxy|vsock|ip|interface|tun|udplite)[\w-]*:/i;
const ownAddress = /^(-|\d+|stdin|stdout|stderr|stdio|fd|pty|readline|null)$/i;

/** Judges socat, which connects two addresses. Each address is a host, a socket, a file or a program. */
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
	if (/^(file|open|gopen|create|creat|pipe|fifo)/i.test(kind)) return touches(argument, it);
	if (kind === '' && word.text.includes('/')) return touches(word, it);
	const named = [...word.text.matchAll(/(?:^|,)(?:link|history|symbolic-link)=([^,]+)/g)];
	const links = named.flatMap(([, path = '']) => writes({ ...constant(path), known: word.known }, it.scope));
	const isOwn = ownAddress.test(kind === '' ? word.text.replace(/,.*$/s, '') : kind);
	return isOwn ? links : [...links, opaque(`an address of socat that is not known: ${word.text.slice(0, 80)}`)];
}

function touches(word: Word, { scope }: Invocation): readonly Finding[] {
	return [...reads(word, scope), ...writes(word, scope)];
}

function sshCommand(it: Invocation): readonly Finding[] {
	return [...remoteCommand(it), ...jumps(it)];
}

/** Judges a command for another machine as if it ran on this one. */
function remoteCommand(it: Invocation): readonly Finding[] {
	const [host, ...given] = it.operands;
	if (host === undefined) return sshOptions(it);
	const command = given[0]?.text === '--' ? given.slice(1) : given;
	const isFed = command.length === 0 && it.stdin !== undefined && !it.has('-N', '-n', '-f');
	return [
		...talksTo(host.text.replace(/^ssh:\/\//, '').replace(/^.*@/, '')),
		...sshOptions(it),
		...tunnels(it),
		...(command.length > 0 ? [shellOf(command)] : []),
		...(isFed ? [{ find: 'feed' as const }] : []),
	];
}

function afterWord({ words }: Invocation, pattern: RegExp): readonly Word[] {
	return words.filter((_, i) => pattern.test(words[i - 1]?.text ?? ''));
}
