import { shellText, wordAfter } from '../carried.ts';
import {
	data,
	effect,
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
import { contacts, deletes, reads, readsBelow, searchesBelow, talksTo, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { mailers } from './mailers.ts';
import { sessionFindings } from './sessions.ts';
import { jumps, sshOptions } from './ssh-options.ts';

/** Options that scp and sftp share with ssh. */
const secureOptions = {
	...data('-P -l -c -J -o -X -R -s -B'),
	...role('read', '-i'),
	...role('script', '-F'),
	...role('shell', '-S -D'),
};

/** Programs that copy files between machines, and programs that send mail. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const transfers = (): readonly Program[] => [
	rows('scp', { input: 'ignored', options: secureOptions, also: (it) => [...transferred(it), ...jumps(it)] }),
	rows('rsync', {
		input: 'judged',
		options: {
			...data(
				'--exclude --include --bwlimit --timeout --contimeout --chmod --chown --port --info --debug -B --block-size',
			),
			...data(
				'--max-size --min-size --max-alloc --modify-window -@ --suffix --compress-choice --zc --compress-level --zl',
			),
			...data(
				'--skip-compress --checksum-choice --cc --checksum-seed --iconv --usermap --groupmap --copy-as --address',
			),
			...data('--sockopts --outbuf --out-format --log-file-format --protocol --stop-after --stop-at --filter -f'),
			...data('-M --remote-option --rsync-path --stderr --max-delete'),
			...role('list', '--files-from --read-batch'),
			...role(
				'read',
				'--exclude-from --include-from --password-file --early-input --link-dest --copy-dest --compare-dest',
			),
			...role('script', '--config'),
			...role('shell', '-e --rsh'),
			...role('write', '--log-file --partial-dir --backup-dir -T --temp-dir --write-batch --only-write-batch'),
		},
		also: (it) => [...transferred(it), ...remotePath(it), ...merged(it), ...served(it)],
	}),
	rows('rclone', {
		input: 'data',
		options: {
			...data(
				'--transfers --checkers --exclude --include --filter --bwlimit --max-age --min-age --max-size --min-size',
			),
			...data(
				'--log-level --stats --retries --timeout --contimeout --user-agent --header --rc-addr --addr -o --option',
			),
			...role('list', '--files-from --files-from-raw'),
			...role(
				'read',
				'--include-from --exclude-from --filter-from --ca-cert --client-cert --client-key --sftp-key-file',
			),
			...role(
				'write',
				'--log-file --backup-dir --cache-dir --temp-dir --suffix-dir --cpuprofile --memprofile --combined',
			),
			...role('write', '--differ --match --missing-on-dst --missing-on-src --error'),
			...role('script', '--config'),
			...role('shell', '--password-command --metadata-mapper --sftp-ssh --webdav-bearer-token-command'),
			...role('url', '--http-proxy'),
		},
		also: cloudCopy,
	}),
	rows('sftp', {
		input: 'judged',
		options: { ...secureOptions, ...data('-b') },
		also: (it) => [
			...hostOf(it),
			...sessionFindings(it, { scripts: it.values('-b') }),
			...sshOptions(it),
			...jumps(it),
		],
	}),
	rows('ftp ncftp', {
		input: 'judged',
		options: { ...data('-P -u -p -q -r -s'), ...role('write', '-o'), ...role('script', '-N') },
		also: (it) => [...hostOf(it), ...sessionFindings(it, {})],
	}),
	rows('lftp', {
		input: 'judged',
		options: { ...data('-p -u -e -c -f --rcfile'), ...role('script', '--rcfile') },
		also: (it) => [...hostOf(it), ...sessionFindings(it, { given: it.values('-e', '-c'), scripts: it.values('-f') })],
	}),
	rows('tftp', {
		input: 'judged',
		options: data('-m -R'),
		also: (it) => [...hostOf(it), ...sessionFindings(it, { given: afterWord(it, '-c') })],
	}),
	rows('atftp', {
		input: 'judged',
		options: {
			...data('--option --timeout --mode -p --prevent-sas'),
			...role('read', '-l --local-file'),
			...data('-r --remote-file'),
		},
		also: (it) => [
			...hostOf(it),
			...(it.has('-g', '--get') ? it.values('-l', '--local-file').flatMap((word) => writes(word, it.scope)) : []),
			...sessionFindings(it, {}),
		],
	}),
	rows('smbclient', {
		input: 'judged',
		options: {
			...data(
				'-p --port -I --ip-address -m --max-protocol -U --user -W --workgroup -t --timeout -D --directory -c --command',
			),
			...role('read', '-A --authentication-file'),
			...role('script', '-s --configfile'),
			...role('write', '-l --log-basename'),
		},
		also: (it) => [
			network('a host of files'),
			exec(it),
			...sessionFindings(it, { given: it.values('-c', '--command') }),
		],
	}),
	...mailers(),
];

/** Returns the words after an option, as one line. */
function afterWord({ words }: Invocation, name: string): readonly Word[] {
	const at = words.findIndex((word) => word.text === name);
	const rest = at < 0 ? [] : words.slice(at + 1);
	return rest.length === 0
		? []
		: [{ ...constant(rest.map((word) => word.text).join(' ')), known: rest.every((word) => word.known) }];
}

function hostOf(it: Invocation): readonly Finding[] {
	const [host] = it.operands;
	return host === undefined ? [] : contacts(wordAfter(host, host.text.indexOf('@') + 1), it.scope);
}

const remote = /^(?:(?:rsync|scp|sftp):\/\/)?(?:[^@/]*@)?(\[[^\]]*\]|[^/:]+):/;

function transferred(it: Invocation): readonly Finding[] {
	const target = it.operands.at(-1);
	const isDry = triesOnly(it);
	const isKept = it.name === 'rsync' && !it.has('-L', '--copy-links', '--copy-unsafe-links', '-k', '--copy-dirlinks');
	const links = isKept ? 'kept' : 'followed';
	const findings = it.operands.flatMap((word) => {
		const host = remote.exec(word.text)?.[1];
		if (host !== undefined) return talksTo(host);
		if (word === target) return isDry ? searchesBelow(word, it.scope) : writes(word, it.scope);
		return isDry ? searchesBelow(word, it.scope) : readsBelow(word, it.scope, links);
	});
	const hosts = findings.filter((finding) => finding.find === 'effect' && finding.effect.kind === 'network');
	const own = findings.filter((finding) => !hosts.includes(finding));
	return [...hosts, ...own, ...(isDry ? [] : dropped(it)), ...sshOptions(it)];
}

/** Returns whether `rsync -n` only compares, and copies nothing. */
function triesOnly(it: Invocation): boolean {
	const isTakenBack = it.options.some(({ name }) => name.startsWith('--no'));
	const isCertain = it.words.every((word) => word.known);
	return it.name === 'rsync' && isCertain && !isTakenBack && it.has('-n', '--dry-run');
}

/** Judges the command that runs on the other machine. */
function remotePath(it: Invocation): readonly Finding[] {
	return it.values('--rsync-path').flatMap((word): readonly Finding[] => [{ find: 'shell', source: word }]);
}

/** Judges a filter rule that names a file of rules. */
function merged(it: Invocation): readonly Finding[] {
	return it.values('-f', '--filter').flatMap((word) => {
		const path = /^(?:\.|merge)[^\s_]*[\s_]+(\S+)$/.exec(word.text)?.[1];
		return path === undefined ? [] : reads({ ...constant(path), known: word.known }, it.scope);
	});
}

function served(it: Invocation): readonly Finding[] {
	return it.has('--daemon') ? [network('any host'), opaque('serves the folders that its configuration names')] : [];
}

/** Judges deletions. `--delete` removes files that the source does not have from the target. `--remove-source-files` removes the source. */
function dropped(it: Invocation): readonly Finding[] {
	const target = it.operands.at(-1);
	const isDeleting = it.options.some(({ name }) => name.startsWith('--del'));
	const emptied = [
		...(isDeleting && target !== undefined ? [target] : []),
		...(it.has('--remove-source-files', '--remove-sent-files') ? it.operands.slice(0, -1) : []),
	];
	return emptied
		.filter((word) => !/^[^/]+:/.test(word.text))
		.flatMap((word) => writes(word, it.scope))
		.flatMap((finding) =>
			finding.find === 'effect' && 'path' in finding.effect
				? [effect({ kind: 'delete', path: finding.effect.path, recursive: true })]
				: [],
		);
}

const isLocal = (word: Word) => !/^[^/]*:/.test(word.text);

function cloudCopy(it: Invocation): readonly Finding[] {
	const [{ text: verb } = constant(''), ...paths] = it.operands;
	const [first, ...targets] = paths;
	const sources = first === undefined || !isLocal(first) ? [] : [first];
	const read = /^(copy|copyto|move|moveto|sync|bisync|check|serve)$/.test(verb)
		? sources.flatMap((word) => reads(word, it.scope))
		: [];
	const written = targets.filter(isLocal).flatMap((word) => writes(word, it.scope));
	return [
		network('a cloud'),
		exec(it),
		...read,
		...written,
		...cloudDeletes(it, verb, paths),
		...paths.flatMap((word) => connectionOf(word)),
		...(/^(config (show|dump|file)|reveal)\b/.test(`${verb} ${first?.text ?? ''}`)
			? [secret('passwords of rclone')]
			: []),
	];
}

/** Judges what a verb deletes. A remote tree cannot be restored. A mirror deletes files that the source does not have. */
function cloudDeletes(it: Invocation, verb: string, paths: readonly Word[]): readonly Finding[] {
	if (it.has('-n', '--dry-run', '-i', '--interactive')) return [];
	const isEmptying = /^(purge|delete|deletefile|rmdirs?|cleanup)$/.test(verb);
	const gone = isEmptying
		? paths
		: [...(/^(sync|bisync)$/.test(verb) ? paths.slice(1) : []), ...(/^move(to)?$/.test(verb) ? paths.slice(0, 1) : [])];
	const isRemote = isEmptying && (paths.length === 0 || !paths.every(isLocal));
	return [
		...gone.filter(isLocal).flatMap((word) => deletes(word, it.scope, true)),
		...(isRemote ? [effect({ kind: 'destroy', what: 'a remote tree by rclone' })] : []),
	];
}

/** Judges a remote with its settings in its own name: `:sftp,ssh='…':path`. */
function connectionOf(word: Word): readonly Finding[] {
	const command = /^:\w+.*?,ssh=(?:"([^"]*)"|'([^']*)'|([^,:]*))/.exec(word.text);
	if (command === null) return [];
	return [shellText(command[1] ?? command[2] ?? command[3] ?? ''), opaque('a remote that runs a local command')];
}
