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
		input: 'data',
		also: (it) =>
			it.has('-V') ? [] : [network('a tunnel'), exec(it), reverseShell('a terminal is shared with others')],
	}),
	rows('ttyd gotty wetty shellinabox shellinaboxd websocketd gs-netcat pwncat pwncat-cs rcat rustcat sbd', {
		input: 'data',
		also: (it) => [network('any host'), exec(it), reverseShell(`${it.name} ties a program to a connection`)],
	}),
	rows('websocat wscat', { input: 'data', also: websocket }),
	rows('fuser', {
		input: 'data',
		also: (it) => [
			exec(it),
			...(it.has('-k', '--kill') && it.operands.some((word) => /^\/(\w+\/?)?$/.test(word.text))
				? [privilege('stops every process')]
				: []),
		],
	}),
	// Helpers of docker, git and the clouds that print what they keep.
	rows(
		'docker-credential git-credential-manager git-credential-manager-core git-credential-store git-credential-cache',
		{
			input: 'data',
			also: (it) => [
				exec(it),
				...meaningsOf(it, [{ operands: /^(get|list|fill)\b/, means: [secret('a stored password')] }]),
			],
		},
	),
	rows('aws-iam-authenticator gke-gcloud-auth-plugin kubelogin aws_signing_helper saml2aws aws-sso okta-aws-cli', {
		input: 'data',
		also: (it) => [network('a cloud'), exec(it), secret('credentials of the cloud')],
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
