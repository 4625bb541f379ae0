import { data, exec, type Finding, type Invocation, network, type Program, role, rows, secret } from '../program.ts';
import { requestTo } from '../requests.ts';
import { contacts, runsFile, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { listedAddresses } from './addresses.ts';

/** Programs that save downloads to files. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const downloads = (): readonly Program[] => [
	rows('wget wget2', {
		input: 'judged',
		options: {
			...data(
				'-t --tries -T --timeout --dns-timeout --connect-timeout --read-timeout -w --wait --waitretry --start-pos',
			),
			...data('-U --user-agent --header --method --body-data --post-data --referer -l --level -A --accept -R --reject'),
			...data('--accept-regex --reject-regex --regex-type -D --domains --exclude-domains --follow-tags --ignore-tags'),
			...data(
				'-I --include-directories -X --exclude-directories -Q --quota --limit-rate --bind-address --user --password',
			),
			...data(
				'--http-user --http-password --ftp-user --ftp-password --proxy-user --proxy-password --retry-on-http-error',
			),
			...data('--restrict-file-names --prefer-family --local-encoding --remote-encoding --cut-dirs --default-page'),
			...data('--compression --secure-protocol --certificate-type --private-key-type --ciphers --warc-header'),
			...data(
				'--warc-max-size --report-speed --progress --backups --pinnedpubkey -O --output-document -P --directory-prefix',
			),
			...role('write', '-o --output-file -a --append-output --save-cookies --warc-file --warc-tempdir --rejected-log'),
			...role('write', '--hsts-file'),
			...role('list', '--input-metalink --warc-dedup --config'),
			...role('data', '-i --input-file'),
			...role('read', '--post-file --body-file --load-cookies --certificate --private-key --ca-certificate --crl-file'),
			...role('read', '--ca-directory'),
			...role('url', '-B --base'),
			...role('code', '-e --execute'),
			...role('shell', '--use-askpass'),
		},
		operands: 'url',
		also: wget,
	}),
	rows('aria2c', {
		input: 'judged',
		options: {
			...data(
				'-s --split -x --max-connection-per-server -k --min-split-size -j --max-concurrent-downloads -m --max-tries',
			),
			...data('-t --timeout --header --user-agent -U --referer --http-user --http-passwd --checksum -o --out -d --dir'),
			...role('write', '-l --log --save-cookies --save-session --server-stat-of --dht-file-path --dht-file-path6'),
			...role('read', '--load-cookies --private-key --certificate --ca-certificate --netrc-path --server-stat-if'),
			...role('data', '-i --input-file'),
			...role('list', '-T --torrent-file -M --metalink-file --conf-path'),
			...role('url', '--all-proxy --http-proxy --https-proxy --ftp-proxy'),
			...role('script', '--on-download-complete --on-bt-download-complete --on-download-error --on-download-pause'),
			...role('script', '--on-download-start --on-download-stop'),
		},
		also: aria,
	}),
	rows('axel', {
		input: 'ignored',
		options: { ...data('-n --num-connections -s --max-speed -S --search -U --user-agent -H --header -T'), ...saves },
		also: (it) => [
			...it.operands.flatMap((word) => contacts(word, it.scope)),
			...(it.has('-o', '--output') ? [] : it.operands.flatMap((word) => writes(remoteName(word), it.scope))),
		],
	}),
	rows('lwp-download', {
		input: 'ignored',
		options: data('-s'),
		operands: ['url', 'write'],
		also: (it) => (it.operands.length === 1 ? it.operands.flatMap((url) => writes(remoteName(url), it.scope)) : []),
	}),
	rows('youtube-dl yt-dlp', {
		input: 'judged',
		options: {
			...data('-f --format -u --username -p --password --proxy-user -r --limit-rate -R --retries --sub-langs -S'),
			...data(
				'--postprocessor-args --ppa --print -O --match-filter --playlist-items -I --cookies-from-browser --user-agent --referer',
			),
			...role('write', '-o --output -P --paths --cookies --download-archive --cache-dir'),
			...role('data', '-a --batch-file'),
			...role('list', '--load-info-json --load-info --config-locations --config-location'),
			...role('shell', '--exec --exec-before-download --downloader --external-downloader --netrc-cmd'),
			...role('script', '--plugin-dirs --ffmpeg-location'),
			...role('read', '--client-certificate --client-certificate-key --netrc-location'),
			...role('url', '--proxy'),
		},
		also: (it) => [
			...it.operands.flatMap((word) => contacts(word, it.scope)),
			...listedAddresses(it, '-a', '--batch-file'),
			...(it.has('--cookies-from-browser') ? [secret('cookies of a browser')] : []),
			...(it.has('--netrc') ? [secret('~/.netrc')] : []),
			...(it.operands.length > 0 ? [] : [exec(it)]),
		],
	}),
];

const saves = role('write', '-o --output');

/** Returns the name of the file if the call gives no name: the last part of the address. */
export function remoteName(url: Word): Word {
	const name = url.text
		.replace(/[?#].*$/, '')
		.replace(/\/+$/, '')
		.replace(/^.*\//, '');
	return { ...constant(name === '' ? 'index.html' : name), known: url.known };
}

/** Returns a name in the folder that another option gives. */
export function savedIn(folder: Word | undefined, name: Word): Word {
	if (folder === undefined || /^(\/|-$)/.test(name.text)) return name;
	const text = `${folder.text.replace(/\/+$/, '')}/${name.text}`;
	const isKnown = folder.known && name.known;
	return {
		...name,
		text,
		known: isKnown,
		prefix: isKnown ? text : folder.prefix,
		pattern: folder.pattern || name.pattern,
	};
}

function wget(it: Invocation): readonly Finding[] {
	const [folder] = it.values('-P', '--directory-prefix');
	const [document] = it.values('-O', '--output-document');
	const names = document === undefined ? it.operands.map(remoteName) : [document];
	const isSaved = !it.has('--spider') && (document !== undefined || it.operands.length > 0);
	const [body] = it.values('--body-data', '--post-data');
	const method = it.values('--method')[0]?.text ?? (body === undefined && !it.has('--post-file') ? 'GET' : 'POST');
	const isUnknown = body?.known === false || it.has('--post-file', '--body-file');
	return [
		...(isSaved ? names.flatMap((name) => writes(savedIn(folder, name), it.scope)) : []),
		...listedAddresses(it, '-i', '--input-file'),
		...it.operands.flatMap((url) => requestTo(method, url, isUnknown ? undefined : (body?.text ?? ''))),
	];
}

function aria(it: Invocation): readonly Finding[] {
	const [folder] = it.values('-d', '--dir');
	const given = it.values('-o', '--out');
	const names = given.length > 0 ? given : it.operands.map(remoteName);
	return [
		...it.operands.flatMap((word) => (isHere(word) ? runsFile(word, it.scope) : contacts(word, it.scope))),
		...names.flatMap((name) => writes(savedIn(folder, name), it.scope)),
		...listedAddresses(it, '-i', '--input-file'),
		...(it.has('--enable-rpc') ? [network('any host')] : []),
	];
}

/** Returns whether a word names a local file that describes downloads. */
const isHere = (word: Word) => /\.(torrent|meta4|metalink)$/.test(word.text) && !word.text.includes('://');
