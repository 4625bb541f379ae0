import { data, exec, type Finding, type Invocation, type Program, role, rows } from '../program.ts';
import { credentialsIn, talksTo } from '../roles.ts';

/** Programs that work with keys and stores of secrets. */
export const keys: readonly Program[] = [
	rows('openssl', {
		options: {
			...data(
				'-connect -host -port -proxy -servername -cert -CAfile -CApath -starttls -pass -passin -passout -subj -days -newkey -inform -outform -md -k -K -iv',
			),
			...role('write', '-out -keyout -writerand -msgfile'),
			...role('read', '-in -key -inkey -certfile -rand -extfile -kfile'),
			...role('code', '-engine -provider -provider-path -config'),
		},
		also: openssl,
		examples: {
			'openssl rsa -in server.key': ['exec openssl', 'secret.read server.key'],
			'openssl x509 -in a.crt -noout -text': ['exec openssl', 'read a.crt'],
			'openssl rand -hex 16': ['exec openssl'],
			'openssl s_client -connect e.example:443': ['exec openssl', 'network e.example'],
			'openssl enc -aes-256-cbc -in .env -out x -pass pass:a': ['exec openssl', 'secret.read .env', 'write x'],
		},
	}),
];

function openssl(it: Invocation): readonly Finding[] {
	const isConnected = /^s_(client|server|time)$/.test(it.operands[0]?.text ?? '');
	const hosts = it.values('-connect', '-host', '-proxy').flatMap((word) => talksTo(word.text.replace(/:\d*$/, '')));
	const found = [exec(it), ...hosts, ...credentialsIn(it.words, it.scope)];
	return isConnected && hosts.length === 0 ? [...found, ...talksTo('any host')] : found;
}
