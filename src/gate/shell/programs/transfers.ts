import { shellText, wordAfter } from '../carried.ts';
import { data, effect, exec, type Finding, type Invocation, network, type Program, role, rows } from '../program.ts';
import { contacts, credentialsIn, deletes, reads, talksTo, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { sshOptions } from './connections.ts';

/** Programs that copy files between machines, and send mail. */
export const transfers = (): readonly Program[] => [
	rows('scp', {
		input: 'data',
		options: {
			...data('-P -l -c -J -o -X -R -s -B'),
			...role('read', '-i'),
			...role('script', '-F -b'),
			...role('shell', '-S -D'),
		},
		also: transferred,
	}),
	rows('rsync', {
		input: 'data',
		options: {
			...data('--exclude --include --bwlimit --timeout --chmod --port --info --filter -f -B --compare-dest'),
			...role('read', '--files-from --exclude-from --include-from --password-file --link-dest --copy-dest'),
			...role('shell', '-e --rsh --rsync-path'),
			...role('write', '--log-file --partial-dir --backup-dir -T --temp-dir --write-batch'),
		},
		also: transferred,
	}),
	rows('rclone', {
		input: 'data',
		options: { ...data('--config --transfers --exclude --include'), ...role('shell', '--password-command') },
		also: cloudCopy,
	}),
	rows('sftp', {
		input: 'data',
		options: {
			...data('-P -l -c -J -o -X -R -s -B'),
			...role('read', '-i'),
			...role('script', '-F -b'),
			...role('shell', '-S -D'),
		},
		also: (it) => [...sessions(it), ...sshOptions(it)],
	}),
	rows('ftp lftp ncftp tftp atftp', {
		input: 'data',
		options: { ...data('-P -u -p'), ...role('data', '-e -c'), ...role('script', '-f') },
		also: sessions,
	}),
	rows('mail mailx mutt neomutt sendmail msmtp swaks ssmtp s-nail', {
		input: 'data',
		options: { ...data('-s -c -b -r -S --to --from --server'), ...role('read', '-a -A --attach -i') },
		also: (it) => [network('mail'), exec(it), ...credentialsIn(it.operands, it.scope)],
	}),
];

function transferred(it: Invocation): readonly Finding[] {
	const target = it.operands.at(-1);
	const findings = it.operands.flatMap((word) => {
		const host = /^(?:(?:rsync|scp|sftp):\/\/)?(?:[^@/]*@)?(\[[^\]]*\]|[^/:]+):/.exec(word.text)?.[1];
		if (host !== undefined) return talksTo(host);
		return word === target ? writes(word, it.scope) : reads(word, it.scope);
	});
	const hosts = findings.filter((finding) => finding.find === 'effect' && finding.effect.kind === 'network');
	return [...hosts, ...findings.filter((finding) => !hosts.includes(finding)), ...dropped(it), ...sshOptions(it)];
}

/** `--delete` empties the target of what the source does not have; `--remove-source-files` empties the source. */
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

function cloudCopy(it: Invocation): readonly Finding[] {
	const [verb, ...paths] = it.operands;
	const isLocal = (word: Word) => !/^[^/]+:/.test(word.text);
	const read = /^(copy|copyto|move|moveto|sync|bisync|rcat)$/.test(verb?.text ?? '')
		? paths
				.slice(0, 1)
				.filter(isLocal)
				.flatMap((word) => reads(word, it.scope))
		: [];
	const written = paths
		.slice(1)
		.filter(isLocal)
		.flatMap((word) => writes(word, it.scope));
	const purges = /^(purge|delete|rmdirs|cleanup)$/.test(verb?.text ?? '')
		? [effect({ kind: 'destroy', what: 'a remote tree by rclone' })]
		: [];
	// A mirror drops what the source does not have.
	const mirrored = /^(sync|bisync)$/.test(verb?.text ?? '') && !it.has('-n', '--dry-run', '-i', '--interactive');
	const emptied = mirrored ? paths.slice(1).filter(isLocal) : [];
	const deleted = emptied.flatMap((word) => deletes(word, it.scope, true));
	return [network('a cloud'), exec(it), ...read, ...written, ...deleted, ...purges];
}

/** Lines that are typed into a session: `!` goes to a shell, files are sent and fetched. */
function sessions(it: Invocation): readonly Finding[] {
	const command = it.name.includes('tftp') ? it.words.slice(it.words.findIndex((word) => word.text === '-c') + 1) : [];
	const script = [...it.values('-e', '-c'), constant(command.map((word) => word.text).join(' '))].map(
		(word) => word.text,
	);
	const lines = [...script, it.stdin?.text ?? ''].join('\n').split(/[\n;]/);
	const hosts = it.operands
		.slice(0, 1)
		.flatMap((word) => contacts(wordAfter(word, word.text.indexOf('@') + 1), it.scope));
	return [...hosts, ...lines.flatMap((line) => sessionLine(line.trim(), it))];
}

function sessionLine(line: string, it: Invocation): readonly Finding[] {
	if (line.startsWith('!')) return [shellText(line.slice(1))];
	const [verb = '', ...files] = line.split(/\s+/).filter((word) => !/^-./.test(word));
	const [first, second] = files.map(constant);
	if (/^(m?put|send|append|reput)$/i.test(verb) && first !== undefined) return reads(first, it.scope);
	if (!/^(m?get|recv|reget)$/i.test(verb) || first === undefined) return [];
	return writes(second ?? constant(first.text.replace(/^.*\//, '')), it.scope);
}
