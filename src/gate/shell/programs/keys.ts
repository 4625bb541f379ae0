import { commandOf, meaningsOf, type Saying } from '../carried.ts';
import {
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
	secret,
} from '../program.ts';
import { credentialFiles, credentialsIn, talksTo } from '../roles.ts';

/** Programs that work with keys and stores of secrets: listing names is one thing, printing what they hold another. */
export const keys = (): readonly Program[] => [
	rows('openssl', {
		input: 'data',
		options: {
			...data(
				'-connect -host -port -proxy -servername -cert -CAfile -CApath -starttls -pass -passin -passout -subj -days -newkey -inform -outform -md -k -K -iv',
			),
			...role('write', '-out -keyout -writerand -msgfile'),
			...role('read', '-in -key -inkey -certfile -rand -extfile -kfile'),
			...role('code', '-engine -provider -provider-path -config'),
		},
		also: openssl,
		decodes: (it) => it.has('-d'),
	}),
	rows('ssh-keygen', {
		input: 'data',
		options: { ...data('-t -b -C -N -P -I -n -V -O -m -E -Z'), ...role('code', '-D -w') },
		also: (it) => [exec(it), ...credentialsIn(it.words, it.scope), ...(it.has('-y') ? [secret('a private key')] : [])],
	}),
	store('gpg gpg2', [
		{ operands: /^/, words: / --export-secret-(sub)?keys?\b/, means: [secret('a private key')] },
		{ operands: /^/, words: / --delete-secret(-and-public)?-keys?\b/, means: [destroy('a private key')] },
	]),
	store('ssh-add ssh-agent', [{ operands: /^/, words: / -s\b/, means: [opaque('loads a library into the agent')] }]),
	store('pass gopass passage', [
		{ operands: /^(show|cat|-c|grep)\b/, means: [secret('a stored password')] },
		{
			operands: /^(?!(ls|list|find|search|git|version|help|init|insert|generate|edit|add|mv|rm|cp)\b)\S/,
			means: [secret('a stored password')],
		},
		{ operands: /^(rm|remove|delete)\b/, words: / (-\w*r|--recursive)/, means: [destroy('stored passwords')] },
	]),
	store(
		'op bw bws lpass keepassxc-cli security secret-tool keyctl keyring kwallet-query credstash berglas conjur akeyless dashlane dcli',
		[
			{
				operands:
					/^(read|get|show|unlock|export|dump-keychain|lookup|search|print|pipe|access|inject|signin|reveal|clip|password)\b|^(item|document|secret|variable|items?) (get|show|share)\b|^list items\b|^find-\S*-?password|get-secret-value/,
				means: [secret('a stored password')],
			},
			{ operands: /^(delete|rm|purge)\b|^(vault|item) delete\b/, means: [destroy('stored passwords')] },
		],
	),
	store('vault bao', [
		{
			operands: /^(read|unwrap|login|print token|token (create|lookup)|kv get|operator (init|generate-root|rekey))\b/,
			means: [secret('a secret of the vault')],
		},
		{
			operands:
				/^(kv (destroy|metadata delete)|secrets disable|auth disable|namespace delete|operator seal|lease revoke)\b/,
			means: [destroy('secrets of the vault')],
		},
	]),
	store('sops ansible-vault age rage git-crypt blackbox_cat', [
		{
			operands: /^/,
			words: / (-d|--decrypt|--extract)\b|^ (decrypt|view|edit|exec-env|exec-file|unlock|export-key)\b/,
			means: [secret('what is encrypted')],
		},
	]),
];

/** A store of secrets: known by what it is told; a command behind `--` gets the secrets in its environment. */
function store(names: string, sayings: readonly Saying[]): Program {
	return rows(names, {
		input: 'data',
		also: (it) => {
			const at = it.words.findIndex((word) => word.text === '--');
			const command =
				at >= 0 && /^(run|exec)$/.test(it.operands[0]?.text ?? '') ? commandOf(it.words.slice(at + 1)) : [];
			const host = /^(vault|bao)$/.test(it.name) ? [network('a vault')] : [];
			const named = /^(gpg2?|ssh-add|ssh-agent)$/.test(it.name)
				? credentialsIn(it.words, it.scope)
				: credentialFiles(it);
			return [exec(it), ...host, ...meaningsOf(it, sayings), ...named, ...command];
		},
	});
}

function openssl(it: Invocation): readonly Finding[] {
	const [verb] = it.operands;
	const isConnected = /^s_(client|server|time)$/.test(verb?.text ?? '');
	const hosts = it.values('-connect', '-host', '-proxy').flatMap((word) => talksTo(word.text.replace(/:\d*$/, '')));
	const isPublic = it.words.some((word) => /^-(pubout|pubin|noout|check|RSAPublicKey_out)$/.test(word.text));
	const isPrinted = /^(rsa|pkey|ec|dsa|pkcs8|pkcs12)$/.test(verb?.text ?? '') && !isPublic;
	const made = it.values('-out', '-keyout').map((word) => word.text);
	const named = it.words.filter((word) => !made.includes(word.text));
	const found = [
		exec(it),
		...hosts,
		...credentialsIn(named, it.scope),
		...(isPrinted && it.has('-in') ? [secret('a private key')] : []),
	];
	return isConnected && hosts.length === 0 ? [...found, ...talksTo('any host')] : found;
}
