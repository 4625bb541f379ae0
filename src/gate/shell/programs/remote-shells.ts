import { meaningsOf, reverseShell, shellText } from '../carried.ts';
import {
	data,
	exec,
	type Finding,
	type Invocation,
	network,
	opaque,
	type Program,
	role,
	rows,
	secret,
	stopsEveryProcess,
} from '../program.ts';
import { contacts, credentialsIn } from '../roles.ts';

/** Programs that give a terminal, or a program, to the other side of a connection. */
export const remoteShells = (): readonly Program[] => [
	rows('tmate upterm teleconsole sshx termshare warp-terminal', {
		input: 'handed',
		options: role('script', '-f'),
		also: (it) =>
			it.has('-V') ? [] : [network('a tunnel'), exec(it), reverseShell('a terminal is shared with others')],
	}),
	rows('ttyd gotty wetty shellinabox shellinaboxd websocketd gs-netcat pwncat pwncat-cs rcat rustcat sbd', {
		input: 'handed',
		also: (it) => [network('any host'), exec(it), reverseShell(`${it.name} ties a program to a connection`)],
	}),
	rows('websocat', {
		input: 'data',
		options: {
			...data('-H --header -B --buffer-size --protocol --origin --ping-interval'),
			...role('read', '--pkcs12-der'),
		},
		also: websocket,
	}),
	rows('wscat', {
		input: 'data',
		options: {
			...data('-H --header -s --subprotocol -x --execute -w --wait -o --origin --auth -P --passphrase -l --listen'),
			...role('read', '--cert --key --ca'),
			...role('url', '-c --connect --proxy'),
		},
		also: websocket,
	}),
	rows('fuser', {
		input: 'ignored',
		also: (it) => [
			exec(it),
			...(it.has('-k', '--kill') && it.operands.some((word) => /^\/(\w+\/?)?$/.test(word.text))
				? [stopsEveryProcess]
				: []),
		],
	}),
	// Helpers of docker, git and clouds that print stored credentials.
	rows(
		'docker-credential git-credential-manager git-credential-manager-core git-credential-store git-credential-cache',
		{
			input: 'data',
			options: role('read', '--file --socket'),
			also: (it) => [
				exec(it),
				...meaningsOf(it, [{ operands: /^(get|list|fill)\b/, means: [secret('a stored password')] }]),
			],
		},
	),
	rows('aws-iam-authenticator gke-gcloud-auth-plugin kubelogin aws_signing_helper saml2aws aws-sso okta-aws-cli', {
		input: 'ignored',
		also: (it) => [network('a cloud'), exec(it), secret('credentials of the cloud')],
	}),
];

const program = /^(?:\w[\w-]*:)*?(exec|cmd|sh-c):(.*)$/s;

/** Judges websocat, which connects two addresses like socat. */
function websocket(it: Invocation): readonly Finding[] {
	const ends = it.operands.flatMap((word): readonly Finding[] => {
		const [, kind, line = ''] = program.exec(word.text) ?? [];
		if (kind !== undefined) return [reverseShell('websocat ties a program to a connection'), shellText(line)];
		const file = /^(?:\w[\w-]*:)*?(?:readfile|writefile|appendfile|file):(.+)$/s.exec(word.text)?.[1];
		if (file !== undefined) return credentialsIn([{ ...word, text: file, prefix: word.known ? file : '' }], it.scope);
		return /^wss?:\/\//.test(word.prefix) ? contacts(word, it.scope) : [];
	});
	const isUnknown = it.operands.some((word) => !word.known);
	return [exec(it), ...ends, ...(isUnknown ? [opaque('an address that cannot be known')] : [])];
}
