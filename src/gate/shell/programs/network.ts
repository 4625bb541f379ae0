import { wordAfter } from '../carried.ts';
import { data, exec, type Finding, type Invocation, type Program, role, rows, secret } from '../program.ts';
import { requestFindings } from '../requests.ts';
import { contacts, opensSocket, reads, writes } from '../roles.ts';
import { isSecretName } from '../state.ts';
import { constant, type Word } from '../word.ts';

/** Programs that ask other machines for something. */
export const network = (): readonly Program[] => [
	rows('curl curlie', {
		input: 'data',
		options: {
			...data(
				'-X --request -H --header -A --user-agent -e --referer -m --max-time --connect-timeout --retry --retry-max-time -w --write-out -r --range -u --user --oauth2-bearer -b --cookie --data-raw --json -y -Y --limit-rate --retry-delay --proto --proto-redir --proto-default --resolve --connect-to --ciphers --interface --local-port --max-redirs --max-filesize -C --continue-at -Q --quote -U --proxy-user --aws-sigv4 --pass --cert-type --key-type --form-string --url-query --variable --noproxy --request-target --rate -t --telnet-option -z --time-cond --tls-max --keepalive-time --unix-socket --abstract-unix-socket',
			),
			...role(
				'url',
				'--url -x --proxy --socks4 --socks4a --socks5 --socks5-hostname --preproxy --doh-url --ftp-port -P',
			),
			...role(
				'write',
				'-o --output -c --cookie-jar -D --dump-header --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --output-dir --libcurl',
			),
			...role(
				'read',
				'-T --upload-file -E --cert --key --netrc-file --etag-compare --cacert --capath --pubkey --crlfile',
			),
			...role('data', '-d --data --data-binary --data-ascii --data-urlencode -F --form'),
			...role('code', '-K --config --engine'),
		},
		operands: 'url',
		also: curl,
	}),
	rows('wget wget2', {
		input: 'data',
		options: {
			...data(
				'-t --tries -T --timeout -U --user-agent --header --method --body-data --post-data -l --level -A -R -w --user --password -D -I -X -Q --limit-rate --bind-address --http-user --http-password --referer',
			),
			...role(
				'write',
				'-O --output-document -o --output-file -a --append-output -P --directory-prefix --save-cookies --warc-file --hsts-file',
			),
			...role('read', '-i --input-file --post-file --body-file --load-cookies --certificate --private-key'),
			...role('code', '-e --execute --config'),
			...role('shell', '--use-askpass'),
		},
		operands: 'url',
		also: wget,
	}),
	rows('http https xh xhs httpie', {
		input: 'data',
		options: {
			...data('-a --auth -A --auth-type -s --style --session --timeout -p --print --pretty --raw'),
			...role('write', '-o --output'),
			...role('read', '--cert --cert-key'),
		},
		also: httpie,
	}),
	rows('aria2c axel', {
		input: 'data',
		options: {
			...data('-s -x -k -j -m -t --header --user-agent -U'),
			...role('write', '-o --out -d --dir -l --log'),
			...role('read', '-i --input-file --load-cookies --private-key'),
			...role(
				'script',
				'--on-download-complete --on-bt-download-complete --on-download-error --on-download-pause --on-download-start --on-download-stop',
			),
			...role('code', '--conf-path'),
		},
		also: (it) =>
			it.operands.flatMap((word) => [
				...contacts(word, it.scope),
				...(it.has('-o', '--out') ? [] : writes(remoteName(word), it.scope)),
			]),
	}),
	rows('lynx w3m links elinks GET POST HEAD lwp-request lwp-download youtube-dl yt-dlp', {
		input: 'data',
		options: {
			...data('-width -o -c -m -H'),
			...role('script', '-cmd_script -cfg -config'),
			...role('shell', '--exec --downloader -editor'),
			...role('read', '-post_data -i'),
		},
		also: (it) => [
			...it.operands.flatMap((word) => contacts(word, it.scope)),
			...(it.operands.length > 0 ? [] : [exec(it)]),
		],
	}),
	rows('dig drill kdig delv', {
		input: 'data',
		options: { ...data('-p -t -q -y -b -c -x'), ...role('read', '-f -k') },
		also: asked,
	}),
	rows('ping ping6 nslookup host traceroute tracepath mtr whois', {
		input: 'data',
		options: data('-c -i -W -w -t -s -p -q -m -M -I -Q -l -h'),
		also: asked,
	}),
];

/** What curl sends: `@file` in data and forms, the netrc file; and the file that `-O` names after the URL. */
function curl(it: Invocation): readonly Finding[] {
	const netrc = it.has('-n', '--netrc', '--netrc-optional') ? [secret('~/.netrc')] : [];
	const saved = it.has('-O', '--remote-name', '--remote-name-all', '-J', '--remote-header-name')
		? it.operands.flatMap((word) => writes(remoteName(word), it.scope))
		: [];
	const sockets = it.values('--unix-socket', '--abstract-unix-socket').flatMap((word) => opensSocket(word, it.scope));
	// Both send the request to another host than the one in the address.
	const moved = it
		.values('--resolve', '--connect-to')
		.flatMap((word) =>
			contacts({ ...word, ...constant(word.text.replace(/^(.*?:){2}/, '').replace(/:\d*$/, '')) }, it.scope),
		);
	return [
		...sentFiles(it),
		...encodedFiles(it),
		...netrc,
		...saved,
		...sockets,
		...moved,
		...variables(it),
		...curlRequests(it),
	];
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

function curlRequests(it: Invocation): readonly Finding[] {
	const bodies = it.values(...bodyOptions);
	const [given] = it.values('-X', '--request');
	const implied = bodies.length > 0 ? 'POST' : it.has('-T', '--upload-file') ? 'PUT' : 'GET';
	const isKnown = bodies.every((word) => word.known && !/^@/.test(word.text)) && !it.has('-T', '--upload-file');
	const body = isKnown ? bodies.map((word) => word.text).join('&') : undefined;
	const method = given?.text ?? (it.has('-G', '--get') ? 'GET' : implied);
	return [...it.operands, ...it.values('--url')].flatMap((url) => requestTo(method, url, body));
}

function requestTo(method: string, url: Word, body: string | undefined): readonly Finding[] {
	const address = url.text.replace(/^[a-z]+:\/\//i, '').replace(/^[^/@]*@/, '');
	return requestFindings({ method: method.toUpperCase(), address, body });
}

function sentFiles(it: Invocation): readonly Finding[] {
	return it
		.values(
			...bodyOptions.filter((name) => name !== '--form-string' && name !== '--data-raw'),
			'-H',
			'--header',
			'-w',
			'--write-out',
			'-b',
			'--cookie',
			'--url-query',
		)
		.flatMap((word) => {
			const path = /(?:^|=)[@<](?!-$)([^;]+)/.exec(word.text)?.[1];
			return path === undefined ? [] : reads({ ...constant(path), known: word.known }, it.scope);
		});
}

/** `--data-urlencode name@file` names a file without a sign before it. */
function encodedFiles(it: Invocation): readonly Finding[] {
	return it.values('--data-urlencode').flatMap((word) => {
		const path = /^[\w.-]+@(.+)$/.exec(word.text)?.[1];
		return path === undefined ? [] : reads({ ...constant(path), known: word.known }, it.scope);
	});
}

/** `--variable %NAME` takes a variable of the environment, `--variable n@file` the content of a file. */
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

function remoteName(url: Word): Word {
	const name = url.text
		.replace(/[?#].*$/, '')
		.replace(/\/+$/, '')
		.replace(/^.*\//, '');
	return { ...constant(name === '' ? 'index.html' : name), known: url.known };
}

function wget(it: Invocation): readonly Finding[] {
	const saved = it.has('-O', '--output-document', '--spider')
		? []
		: it.operands.flatMap((word) => writes(remoteName(word), it.scope));
	const [body] = it.values('--body-data', '--post-data');
	const method = it.values('--method')[0]?.text ?? (body === undefined && !it.has('--post-file') ? 'GET' : 'POST');
	const isUnknown = body?.known === false || it.has('--post-file', '--body-file');
	return [
		...saved,
		...it.operands.flatMap((url) => requestTo(method, url, isUnknown ? undefined : (body?.text ?? ''))),
	];
}

/** `http [METHOD] URL [item…]`: an item with `@` is a file that is sent. */
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
	return [...contacts(url, it.scope), ...files, ...requestTo(method, url, items.map((word) => word.text).join('&'))];
}

function asked(it: Invocation): readonly Finding[] {
	return it.operands.flatMap((word) => contacts(wordAfter(word, word.text.startsWith('@') ? 1 : 0), it.scope));
}
