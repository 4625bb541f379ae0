import { commandOf, meaningsOf, type Saying } from '../carried.ts';
import {
	connection,
	data,
	destroy,
	exec,
	type Finding,
	type Invocation,
	network,
	opaque,
	type Program,
	privilege,
	role,
	rows,
	secret,
} from '../program.ts';
import { credentialFiles, credentialsIn, measures, reads, talksTo, writes } from '../roles.ts';

/** Programs for keys and stores of secrets. Some calls only list names; others print secrets. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const keys = (): readonly Program[] => [
	rows('openssl', {
		input: 'data',
		options: {
			...data(
				'-connect -host -port -proxy -servername -cert -CAfile -CApath -starttls -pass -passin -passout -subj -days -newkey -inform -outform -md -k -K -iv',
			),
			...data(
				'-hmac -macopt -mac -sigopt -set_serial -S -salt_len -bits -checkend -nameopt -certopt -addext -dateopt -strparse -offset -length -keyform -CAform -purpose',
			),
			...role('write', '-out -keyout -writerand -msgfile -CAserial -sess_out -keylogfile -pubkeyout'),
			...role(
				'read',
				'-in -key -inkey -certfile -rand -kfile -CA -CAkey -signkey -sign -prverify -signature -untrusted -trusted -CRLfile -oid -sess_in',
			),
			...role('code', '-engine -provider -provider-path'),
			// Threat: such a file can contain `${ENV::NAME}`, which is replaced by the variable.
			...role('script', '-config -extfile -genconf'),
		},
		also: openssl,
		decodes: (it) => it.has('-d'),
	}),
	rows('ssh-keygen', {
		input: 'ignored',
		options: { ...data('-t -b -C -N -P -I -n -V -O -m -E -Z'), ...role('code', '-D -w'), ...data('-f -s -Y -r -R -F') },
		also: generated,
	}),
	store(
		'gpg gpg2',
		[
			{ operands: /^/, words: / --export-secret-(sub)?keys?\b/, means: [secret('a private key')] },
			{ operands: /^/, words: / --delete-secret(-and-public)?-keys?\b/, means: [destroy('a private key')] },
		],
		{
			options: {
				...role('write', '-o --output --log-file --logger-file --status-file --attribute-file'),
				...role('script', '--options --homedir'),
				...role('shell', '--photo-viewer'),
				...role('code', '--exec-path --agent-program --dirmngr-program'),
				...role('read', '--passphrase-file --command-file --keyring --secret-keyring --no-default-keyring'),
				...data(
					'-u --local-user -r --recipient -R --hidden-recipient --passphrase --keyserver --default-key --trust-model',
				),
			},
			namesAll: true,
		},
	),
	store('ssh-add ssh-agent', [{ operands: /^/, words: / -s\b/, means: [opaque('loads a library into the agent')] }], {
		options: data('-t -T -S -E -H -h -a -P'),
		namesAll: true,
	}),
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
	store(
		'vault bao',
		[
			{
				operands: /^(read|unwrap|login|print token|token (create|lookup)|kv get|operator (init|generate-root|rekey))\b/,
				means: [secret('a secret of the vault')],
			},
			{
				operands:
					/^(kv (destroy|metadata delete)|secrets disable|auth disable|namespace delete|operator seal|lease revoke)\b/,
				means: [destroy('secrets of the vault')],
			},
			{ operands: /^audit disable\b/, means: [privilege('switches off the record of the vault')] },
		],
		{ reaches: 'a vault' },
	),
	store('sops ansible-vault age rage git-crypt blackbox_cat', [
		{
			operands: /^/,
			words: / (-d|--decrypt|--extract)\b|^ (decrypt|view|edit|exec-env|exec-file|unlock|export-key)\b/,
			means: [secret('what is encrypted')],
		},
	]),
];

interface Store {
	readonly options?: Program['options'] & object;
	/** The machine that the program contacts. */
	readonly reaches?: string;
	/** Whether a word such as `secrets` names a file with credentials, even if the word is not a path. */
	readonly namesAll?: boolean;
}

/**
 * Returns the row of a store of secrets. The words of a call decide its effect. A command after `--` gets the secrets in its environment.
 */
function store(names: string, sayings: readonly Saying[], { options, reaches, namesAll = false }: Store = {}): Program {
	const host = reaches === undefined ? [] : [network(reaches)];
	return rows(names, {
		input: 'data',
		options: {
			...role('write', '--output --output-file --out-file --log-file'),
			...role('script', '--config'),
			...options,
		},
		also: (it) => {
			const at = it.words.findIndex((word) => word.text === '--');
			const command =
				at >= 0 && /^(run|exec)$/.test(it.operands[0]?.text ?? '') ? commandOf(it.words.slice(at + 1)) : [];
			const named = namesAll ? credentialsIn(it.words, it.scope) : credentialFiles(it);
			return [exec(it), ...host, ...meaningsOf(it, sayings), ...named, ...command];
		},
	});
}

/** Judges `ssh-keygen`. `-y` prints the public key of a private key, and options such as `-l` read a file. Any other call makes a key. */
function generated(it: Invocation): readonly Finding[] {
	const isReading = it.has('-y', '-l', '-B', '-F', '-e', '-i', '-L');
	const files = it.values('-f').flatMap((word) => (isReading ? reads : writes)(word, it.scope));
	return [exec(it), ...files, ...credentialsIn(it.words, it.scope), ...(it.has('-y') ? [secret('a private key')] : [])];
}

/** Verbs of openssl that only compute. Their files are values of options, or operands. */
const computing =
	/^(version|help|list|rand|dgst|md5|sha\d+|x509|asn1parse|ciphers|base64|enc|prime|errstr|crl|verify)$/;

function openssl(it: Invocation): readonly Finding[] {
	const [verb] = it.operands;
	const isConnected = /^s_(client|server|time)$/.test(verb?.text ?? '');
	const ties = /^s_(client|server)$/.test(verb?.text ?? '') ? [connection] : [];
	const hosts = it.values('-connect', '-host', '-proxy').flatMap((word) => talksTo(word.text.replace(/:\d*$/, '')));
	const isPublic = it.words.some((word) => /^-(pubout|pubin|noout|check|RSAPublicKey_out)$/.test(word.text));
	const isPrinted = /^(rsa|pkey|ec|dsa|pkcs8|pkcs12)$/.test(verb?.text ?? '') && !isPublic;
	const made = it.values('-out', '-keyout').map((word) => word.text);
	const named = it.words.filter((word) => !made.includes(word.text));
	const isComputing = verb?.known === true && computing.test(verb.text);
	const found = [
		...(isComputing
			? it.operands.slice(1).flatMap((word) => (/^\d+$/.test(word.text) ? [] : measures(word, it.scope)))
			: [exec(it)]),
		...hosts,
		...ties,
		...(it.words.some(({ text }) => text === '-crl_download') ? [network('a host that a certificate names')] : []),
		...credentialsIn(named, it.scope),
		...(isPrinted && it.has('-in') ? [secret('a private key')] : []),
	];
	return isConnected && hosts.length === 0 ? [...found, ...talksTo('any host')] : found;
}
