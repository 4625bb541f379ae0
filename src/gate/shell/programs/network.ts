import { commandOf } from '../carried.ts';
import { data, type Finding, type Invocation, type Program, role, rows, secret } from '../program.ts';
import { requestTo } from '../requests.ts';
import { contacts, opensSocket, reads, writes } from '../roles.ts';
import { isSecretName } from '../state.ts';
import { constant } from '../word.ts';
import { browsers } from './browsers.ts';
import { downloads, remoteName, savedIn } from './downloads.ts';
import { lookups } from './lookups.ts';

/** Programs that request data from other machines. */
export const network = (): readonly Program[] => [
	rows('curl curlie', {
		input: 'judged',
		options: {
			...data(
				'-X --request -H --header --proxy-header -A --user-agent -e --referer -m --max-time --connect-timeout --expect100-timeout --happy-eyeballs-timeout-ms --retry --retry-max-time --retry-delay -w --write-out -r --range --rate --limit-rate -y --speed-time -Y --speed-limit -u --user --oauth2-bearer --sasl-authzid --login-options -b --cookie',
			),
			...data('-d --data --data-raw --data-binary --data-ascii --data-urlencode -F --form --form-string --json'),
			...data(
				'--proto --proto-redir --proto-default --ciphers --curves --tls13-ciphers --tls-max --tlsauthtype --tlsuser --tlspassword --interface --local-port --max-redirs --max-filesize --parallel-max -C --continue-at -Q --quote -U --proxy-user --aws-sigv4 --pass --cert-type --key-type --url-query --variable --noproxy --request-target -t --telnet-option -z --time-cond --keepalive-time --keepalive-cnt --create-file-mode --delegation --service-name --proxy-service-name',
			),
			...data(
				'--dns-interface --dns-ipv4-addr --dns-ipv6-addr --ftp-account --ftp-alternative-to-user --ftp-method --ftp-ssl-ccc-mode --hostpubmd5 --hostpubsha256 --krb --mail-auth --mail-from --mail-rcpt --pinnedpubkey --proxy-pinnedpubkey --proxy-cert-type --proxy-ciphers --proxy-key-type --proxy-pass --proxy-tls13-ciphers --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser --socks5-gssapi-service --tftp-blksize --trace-config --ip-tos --vlan-priority --ech',
			),
			...data('--resolve --connect-to --unix-socket --abstract-unix-socket --output-dir -o --output'),
			...role(
				'url',
				'--url -x --proxy --proxy1.0 --socks4 --socks4a --socks5 --socks5-hostname --preproxy --doh-url --dns-servers --haproxy-clientip --ipfs-gateway -P --ftp-port',
			),
			...role(
				'write',
				'-c --cookie-jar -D --dump-header --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --libcurl --dump-ca-embed --ssl-sessions',
			),
			...role(
				'read',
				'-T --upload-file -E --cert --key --netrc-file --etag-compare --cacert --capath --crlfile --pubkey --proxy-cert --proxy-key --proxy-cacert --proxy-capath --proxy-crlfile --egd-file --random-file',
			),
			// These flags are also the beginnings of other names, which take a value.
			...role('flag', '--netrc --crlf --ssl'),
			...role('list', '-K --config'),
			...role('code', '--engine'),
		},
		operands: 'url',
		also: curl,
	}),
	rows('http https xh xhs', {
		input: 'data',
		options: {
			...data('-a --auth -A --auth-type -s --style -p --print -P --history-print --pretty --format-options'),
			...data('--timeout --raw --max-redirects --max-headers --boundary --ssl --ciphers --response-charset'),
			...data('--response-mime --bearer --resolve --interface --http-version --cert-key-pass --sorted --unsorted'),
			...role('write', '-o --output --session'),
			...role('read', '--cert --cert-key --session-read-only --verify'),
			...role('url', '--proxy'),
		},
		also: httpie,
	}),
	...downloads(),
	...browsers(),
	...lookups(),
];

/** Judges the files that curl sends and saves: `@file` in data and forms, the netrc file, and the file that `-O` names after the URL. */
function curl(it: Invocation): readonly Finding[] {
	const netrc = it.has('-n', '--netrc', '--netrc-optional') ? [secret('~/.netrc')] : [];
	const sockets = it.values('--unix-socket', '--abstract-unix-socket').flatMap((word) => opensSocket(word, it.scope));
	// Both options send the request to another host than the one in the address.
	const moved = it
		.values('--resolve', '--connect-to')
		.flatMap((word) =>
			contacts({ ...word, ...constant(word.text.replace(/^(.*?:){2}/, '').replace(/:\d*$/, '')) }, it.scope),
		);
	return [
		...sentFiles(it),
		...encodedFiles(it),
		...netrc,
		...saved(it),
		...sockets,
		...moved,
		...variables(it),
		...curlRequests(it),
		...configured(it),
	];
}

/** Judges the files in which curl saves answers. Their names come from `-o`, or with `-O` from the URL. Their folder is `--output-dir`. */
function saved(it: Invocation): readonly Finding[] {
	const [folder] = it.values('--output-dir');
	const isNamed = it.has('-O', '--remote-name', '--remote-name-all', '-J', '--remote-header-name');
	const names = [...it.values('-o', '--output'), ...(isNamed ? it.operands.map(remoteName) : [])];
	return names.flatMap((name) => writes(savedIn(folder, name), it.scope));
}

const bodyOptions = [
	'-d',
	'--data',
	'--data-raw',
	'--data-binary',
	'--data-ascii',
	'--data-urlencode',
	'--json',
	'-F',
	'--form',
	'--form-string',
];

/** Judges a configuration that the line itself contains, as the options that it means. Its lines are `name = "value"`. */
function configured(it: Invocation): readonly Finding[] {
	const text = it.values('-K', '--config').some(({ text }) => text === '-') ? it.stdin?.text : undefined;
	const words = (text ?? '').split('\n').flatMap((line) => {
		const [, name = '', value = ''] = /^\s*-{0,2}([\w-]+)\s*[=:\s]?\s*(.*?)\s*$/.exec(line) ?? [];
		if (name === '' || /^(K|config)$/.test(name)) return [];
		const plain = value.replace(/^"(.*)"$/, '$1');
		return [constant(name.length === 1 ? `-${name}` : `--${name}`), ...(plain === '' ? [] : [constant(plain)])];
	});
	return words.length === 0 ? [] : commandOf([constant('curl'), ...words]);
}

function curlRequests(it: Invocation): readonly Finding[] {
	const bodies = it.values(...bodyOptions);
	const [given] = it.values('-X', '--request');
	const implied = bodies.length > 0 ? 'POST' : it.has('-T', '--upload-file') ? 'PUT' : 'GET';
	const isKnown = bodies.every((word) => word.known && !/^@/.test(word.text)) && !it.has('-T', '--upload-file');
	const body = isKnown ? bodies.map((word) => word.text).join('&') : undefined;
	const method = given?.text ?? (it.has('-G', '--get') ? 'GET' : implied);
	return [...it.operands, ...it.values('--url')].flatMap((url) => requestTo(method, url, body));
}

const fileOptions = [
	...bodyOptions.filter((name) => name !== '--form-string' && name !== '--data-raw'),
	'-H',
	'--header',
	'--proxy-header',
	'-w',
	'--write-out',
	'--url',
	'--url-query',
];

function sentFiles(it: Invocation): readonly Finding[] {
	// A cookie without a `=` is the name of a file.
	const cookies = it.values('-b', '--cookie').filter((word) => !word.text.includes('='));
	const sent = it.values(...fileOptions).flatMap((word) => {
		const path = /(?:^|=)[@<](?!-$)([^;]+)/.exec(word.text)?.[1];
		return path === undefined ? [] : reads({ ...constant(path), known: word.known }, it.scope);
	});
	return [...sent, ...cookies.flatMap((word) => reads({ ...word, text: word.text.replace(/^@/, '') }, it.scope))];
}

/** Judges `--data-urlencode name@file`, which sends a file although the value does not begin with `@`. */
function encodedFiles(it: Invocation): readonly Finding[] {
	return it.values('--data-urlencode', '--url-query').flatMap((word) => {
		const path = /^[\w.-]+@(.+)$/.exec(word.text)?.[1];
		return path === undefined ? [] : reads({ ...constant(path), known: word.known }, it.scope);
	});
}

/** Judges `--variable`. `%NAME` reads a variable of the environment, and `n@file` reads a file. */
function variables(it: Invocation): readonly Finding[] {
	return it.values('--variable').flatMap((word) => {
		const name = /^%(\w+)/.exec(word.text)?.[1];
		const path = /^\w+@(.+)$/.exec(word.text)?.[1];
		return [
			...(name !== undefined && isSecretName(name) ? [secret(`$${name}`)] : []),
			...(path === undefined ? [] : reads({ ...constant(path), known: word.known }, it.scope)),
		];
	});
}

/** Judges `http [METHOD] URL [item…]`. An item with `@` sends a file. */
function httpie(it: Invocation): readonly Finding[] {
	const [first, ...others] = it.operands;
	const hasMethod = first !== undefined && /^[A-Z]+$/.test(first.text);
	const [url, ...items] = hasMethod ? others : it.operands;
	if (url === undefined) return [];
	const files = items.flatMap((word) => {
		const path = /^[^=:]*(?:[:=]{1,2})?@(.+)$/.exec(word.text)?.[1];
		return path === undefined ? [] : reads({ ...constant(path), known: word.known }, it.scope);
	});
	const method = hasMethod ? first.text : items.length > 0 ? 'POST' : 'GET';
	const isSaved = it.has('-d', '--download') && !it.has('-o', '--output');
	return [
		...contacts(url, it.scope),
		...(isSaved ? writes(remoteName(url), it.scope) : []),
		...files,
		...requestTo(method, url, items.map((word) => word.text).join('&')),
	];
}
