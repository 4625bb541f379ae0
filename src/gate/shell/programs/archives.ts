import { wordAfter } from '../carried.ts';
import { data, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { contacts, deletes, reads, writes } from '../roles.ts';
import { constant, unknown, type Word } from '../word.ts';

const unseen = opaque('an archive that is unpacked unseen');

/** Programs that pack and unpack: they run helpers, delete what they packed, and write what an archive names. */
export const archives = (): readonly Program[] => [
	rows('tar bsdtar gtar', {
		input: 'data',
		options: {
			...role(
				'shell',
				'--to-command --use-compress-program -I --rsh-command --rmt-command --info-script -F --new-volume-script',
			),
			...role('write', '--index-file'),
			...role('read', '-X --exclude-from'),
			// A list of files may hold options, too.
			...role('script', '-T --files-from'),
			...data(
				'-C --directory -f --file --exclude --transform --xform --strip-components -g --listed-incremental -b --blocking-factor --checkpoint-action --owner --group --mode --mtime --format -H -s -N --newer --suffix --occurrence -V --label -K --starting-file -L --tape-length',
			),
		},
		also: archived,
	}),
	rows('zip', {
		input: 'data',
		options: {
			...data('-x -i -P -n -t -tt -s --exclude --include -b'),
			...role('shell', '-TT --unzip-command'),
			...role('write', '-O --out -lf --logfile-path'),
		},
		also: zipped,
	}),
	rows('unzip unrar rar 7z 7za 7zr p7zip bsdcpio unar zipinfo', {
		input: 'data',
		options: data('-d -x -P'),
		also: unpacked,
	}),
	rows('cpio pax ar jar', {
		input: 'data',
		options: { ...data('-H -C --format'), ...role('shell', '--rsh-command --to-command'), ...role('write', '-O') },
		also: (it) => [
			...it.operands.filter((word) => /[./]/.test(word.text)).flatMap((word) => reads(word, it.scope)),
			unseen,
		],
	}),
];

/** `tar xf` writes whatever the archive names: only listing and packing are known. */
function archived(it: Invocation): readonly Finding[] {
	const [first] = it.words;
	const bundled = first !== undefined && /^[a-zA-Z]+$/.test(first.text);
	const letters = bundled ? first.text : it.options.map(({ name }) => name.replace(/^-+/, '')).join(' ');
	const mode = /(^| )(list|extract|create)/.exec(letters)?.[2]?.[0] ?? /[txcruA]/.exec(letters)?.[0];
	const operands = bundled ? it.operands.slice(1) : it.operands;
	const archive = bundled && letters.includes('f') ? operands.slice(0, 1) : it.values('-f', '--file');
	const rest = bundled && letters.includes('f') ? operands.slice(1) : operands;
	return [...checkpoints(it), ...packed(mode, archive, rest, it)];
}

function packed(
	mode: string | undefined,
	archive: readonly Word[],
	rest: readonly Word[],
	it: Invocation,
): readonly Finding[] {
	const opened = (word: Word, verb: typeof reads) =>
		/^[^/]+:/.test(word.text) ? contacts(word, it.scope) : verb(word, it.scope);
	const read = archive.flatMap((word) => opened(word, reads));
	if (mode === 't' || mode === 'l') return read;
	if (mode === 'c' || mode === 'r' || mode === 'u') {
		const gone = it.has('--remove-files')
			? rest.flatMap((word) => deletes(movedTo(it.values('-C', '--directory').at(-1), word), it.scope, true))
			: [];
		return [
			...rest.flatMap((word) => reads(movedTo(it.values('-C', '--directory').at(-1), word), it.scope)),
			...archive.flatMap((word) => opened(word, writes)),
			...gone,
		];
	}
	return [...read, unseen, ...it.values('-C', '--directory').flatMap((word) => writes(word, it.scope))];
}

/** A path as it is found from the folder that `-C` goes to. */
function movedTo(folder: Word | undefined, word: Word): Word {
	if (folder === undefined || word.text.startsWith('/')) return word;
	const text = `${folder.text}/${word.text}`;
	return folder.known && word.known ? { ...word, text, prefix: text } : unknown(text);
}

/** `--checkpoint-action=exec=…` is a command line; other actions only print. */
function checkpoints(it: Invocation): readonly Finding[] {
	return it.values('--checkpoint-action').flatMap((word): readonly Finding[] => {
		if (word.prefix.startsWith('exec=')) return [{ find: 'shell', source: wordAfter(word, 5) }];
		return word.known ? [] : [opaque('an action of tar that cannot be known')];
	});
}

function zipped(it: Invocation): readonly Finding[] {
	const [archive, ...rest] = it.operands;
	const moves = it.has('-m', '--move') || it.has('-mm');
	return [
		...(archive === undefined ? [] : writes(archive, it.scope)),
		...rest.flatMap((word) => reads(word, it.scope)),
		...(moves ? rest.flatMap((word) => deletes(word, it.scope, true)) : []),
	];
}

function unpacked(it: Invocation): readonly Finding[] {
	const hasVerb = /^(7z|7za|7zr|p7zip|rar|unrar)$/.test(it.name);
	const [verb] = it.operands;
	const [archive, ...rest] = hasVerb ? it.operands.slice(1) : it.operands;
	if (archive === undefined) return [];
	if (hasVerb && /^(a|u|d|m|mf)$/.test(verb?.text ?? '')) {
		const isDeleting = verb?.text.startsWith('m') || it.words.some((word) => /^-(sdel|df)$/.test(word.text));
		const gone = isDeleting ? rest.flatMap((word) => deletes(word, it.scope, true)) : [];
		return [...writes(archive, it.scope), ...rest.flatMap((word) => reads(word, it.scope)), ...gone];
	}
	const lists = hasVerb
		? /^(l|t|v|i|lb|vb)$/.test(verb?.text ?? '')
		: it.name === 'zipinfo' || it.has('-l', '-t', '-v', '-Z', '-z');
	const target = it.words.flatMap((word) =>
		/^-o(.+)/.test(word.text) && hasVerb ? [constant(word.text.slice(2))] : [],
	);
	const places = [...it.values('-d'), ...target].flatMap((word) => writes(word, it.scope));
	return [...reads(archive, it.scope), ...(lists ? [] : [unseen, ...places])];
}
