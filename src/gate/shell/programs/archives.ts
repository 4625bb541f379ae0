import { shellOf, wordAfter } from '../carried.ts';
import { data, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { contacts, deletes, reads, readsBelow, readsNames, writes } from '../roles.ts';
import { constant, unknown, type Word } from '../word.ts';

const unseen = opaque('an archive that is unpacked unseen');

/** Programs that pack and unpack archives. They run helpers, delete files that they packed, and write the files that an archive names. */
export const archives = (): readonly Program[] => [
	rows('tar bsdtar gtar', {
		input: 'data',
		options: {
			...role(
				'shell',
				'--to-command --use-compress-program -I --rsh-command --rmt-command --info-script -F --new-volume-script',
			),
			...role('write', '--index-file --volno-file -g --listed-incremental --one-top-level'),
			...role('read', '-X --exclude-from'),
			// A list of files may also contain options.
			...role('script', '-T --files-from'),
			...data(
				'-C --directory -f --file --exclude --transform --xform --strip-components -b --blocking-factor --checkpoint-action --owner --group --mode --mtime --format -H -s -N --newer --suffix --occurrence -V --label -K --starting-file -L --tape-length --sort --warning --quoting-style --level --newer-mtime --pax-option --record-size --sparse-version --hole-detection --volume',
			),
		},
		also: (it) => [...archived(it), ...bundled(it)],
	}),
	rows('zip', {
		input: 'data',
		options: {
			...data('-n --suffixes -t -tt -s --split-size -P --password -b --temp-path -Z --compression-method'),
			...data('-x --exclude -i --include'),
			...role('shell', '-TT --unzip-command'),
			...role('write', '-O --out -lf --logfile-path'),
		},
		also: zipped,
	}),
	unpacking('unzip', ({ has }) => has('-l', '-t', '-v', '-Z', '-z')),
	unpacking('zipinfo', () => true),
	unpacking('unar bsdcpio', () => false),
	sevenZip('7z 7za 7zr p7zip'),
	sevenZip('rar unrar'),
	rows('cpio', {
		input: 'data',
		options: {
			...data('-H --format -C --io-size -R --owner -D --directory -M --message --block-size'),
			...role('shell', '--rsh-command'),
			...role('write', '-O'),
			...role('read', '-I -E --pattern-file'),
			...data('-F --file'),
		},
		also: copiedNames,
	}),
	rows('pax', {
		input: 'data',
		options: data('-f -b -o -p -s -x -B -E -G -U -T'),
		also: copiedNames,
	}),
	rows('ar', {
		input: 'judged',
		options: { ...data('--target --record-libdeps'), ...role('script', '--plugin'), ...role('write', '--output') },
		onlyListed: true,
		harmless: /^-[a-zA-Z]+$|^--(thin|version|help)$/,
		argumentFiles: true,
		also: collected,
	}),
	rows('jar', {
		input: 'ignored',
		options: { ...data('-e --main-class -C --release'), ...role('read', '-m --manifest'), ...data('-f --file') },
		argumentFiles: true,
		also: archivedClasses,
	}),
];

/** A program whose first operand is an archive. It unpacks the archive, unless it only lists the contents. */
function unpacking(names: string, lists: (it: Invocation) => boolean): Program {
	return rows(names, {
		input: 'data',
		options: data('-d -x -P'),
		also: (it) => {
			const [archive] = it.operands;
			if (archive === undefined) return [];
			const places = it.values('-d').flatMap((word) => writes(word, it.scope));
			return [...reads(archive, it.scope), ...(lists(it) ? [] : [unseen, ...places])];
		},
	});
}

/** Programs that take a verb before the archive: `7z a x.7z files…`, `7z x x.7z -oDIR`. `@list` and `-i@list` name lists of files. */
function sevenZip(names: string): Program {
	return rows(names, { input: 'data', argumentFiles: true, also: sevenZipped });
}

/** Judges cpio and pax. They read the names of files to pack from their input, and also unpack an archive from their input. */
function copiedNames(it: Invocation): readonly Finding[] {
	const lines = it.stdin?.text?.split(/[\n\0]/).filter((line) => line !== '') ?? [];
	const names = it.stdin?.names ?? lines.map(constant);
	const archives = it
		.values('-F', '--file', '-f')
		.flatMap((word) => [...reads(word, it.scope), ...writes(word, it.scope)]);
	return [
		...names.flatMap((word) => readsBelow(word, it.scope)),
		...archives,
		...it.operands.filter((word) => /[./]/.test(word.text)).flatMap((word) => readsBelow(word, it.scope)),
		unseen,
	];
}

/**
 * Judges `ar`, such as `ar t lib.a` and `ar rcs lib.a a.o`. The letters before the archive select the action. With `M`, the input is a
 * script with all actions.
 */
function collected(it: Invocation): readonly Finding[] {
	const clusters = it.words.filter(({ text }) => /^-[a-zA-Z]/.test(text)).map(({ text }) => text.slice(1));
	const [first = '', ...rest] = it.operands.map(({ text }) => text);
	const letters = clusters.length === 0 ? first : clusters.join('');
	const [archive, ...members] = clusters.length === 0 ? it.operands.slice(1) : it.operands;
	if (letters.includes('M')) return [opaque('a script of ar that is not read')];
	if (first === '' || archive === undefined) return rest.length === 0 ? [] : [unseen];
	if (letters.includes('x')) return [...reads(archive, it.scope), unseen];
	if (/^[tp]/.test(letters)) return reads(archive, it.scope);
	return [...writes(archive, it.scope), ...members.flatMap((word) => reads(word, it.scope))];
}

function archivedClasses(it: Invocation): readonly Finding[] {
	const [first, ...rest] = it.words;
	const letters = first === undefined || first.text.startsWith('--') ? '' : first.text.replace(/^-/, '');
	const mode = it.has('--list') ? 't' : it.has('--create') ? 'c' : /[ctxui]/.exec(letters)?.[0];
	const [archive, ...files] = [...it.values('-f', '--file'), ...rest.filter((word) => !word.text.startsWith('-'))];
	if (archive === undefined) return [unseen];
	if (mode === 't') return reads(archive, it.scope);
	if (mode === 'c' || mode === 'u')
		return [...writes(archive, it.scope), ...files.flatMap((word) => readsBelow(word, it.scope))];
	return [...reads(archive, it.scope), unseen];
}

/** Judges tar. `tar xf` writes files that only the archive names, so only listing and packing are known. */
function archived(it: Invocation): readonly Finding[] {
	const [first] = it.words;
	const bundled = first !== undefined && /^[a-zA-Z]+$/.test(first.text);
	const letters = bundled ? first.text : it.options.map(({ name }) => name.replace(/^-+/, '')).join(' ');
	const mode = /(^| )(list|extract|create)/.exec(letters)?.[2]?.[0] ?? /[txcruA]/.exec(letters)?.[0];
	const operands = bundled ? it.operands.slice(1) : it.operands;
	const archive = bundled && letters.includes('f') ? operands.slice(0, 1) : it.values('-f', '--file');
	const rest = bundled && letters.includes('f') ? operands.slice(1) : operands;
	const isFollowing = it.has('-h', '-L', '--dereference') || (bundled && letters.includes('h'));
	// bsdtar also packs the files that the archive or list after `@` names.
	const others = rest.some((word) => word.prefix.startsWith('@')) ? [unseen] : [];
	return [
		...others,
		...checkpoints(it),
		...packed(mode, { archive, rest, links: isFollowing ? 'followed' : 'kept' }, it),
	];
}

interface Packed {
	readonly archive: readonly Word[];
	readonly rest: readonly Word[];
	readonly links: 'followed' | 'kept';
}

function packed(mode: string | undefined, { archive, rest, links }: Packed, it: Invocation): readonly Finding[] {
	const opened = (word: Word, verb: typeof reads) =>
		/^[^/]+:/.test(word.text) ? contacts(word, it.scope) : verb(word, it.scope);
	const read = archive.flatMap((word) => opened(word, reads));
	if (mode === 't' || mode === 'l') return read;
	if (mode === 'c' || mode === 'r' || mode === 'u') {
		const lists = it.name === 'bsdtar' ? rest.filter(({ text }) => text.startsWith('@')) : [];
		const gone = it.has('--remove-files')
			? rest.flatMap((word) => deletes(movedTo(it.values('-C', '--directory').at(-1), word), it.scope, true))
			: [];
		return [
			...rest.flatMap((word) => readsBelow(movedTo(it.values('-C', '--directory').at(-1), word), it.scope, links)),
			...archive.flatMap((word) => opened(word, writes)),
			// Such a file may name other files, whose content goes into the archive.
			...lists.map(({ text }) => opaque(`the files that \`${text}\` names`)),
			...gone,
		];
	}
	return [...read, unseen, ...it.values('-C', '--directory').flatMap((word) => writes(word, it.scope))];
}

/** Returns a path as tar finds it from the folder of `-C`. */
function movedTo(folder: Word | undefined, word: Word): Word {
	if (folder === undefined || word.text.startsWith('/')) return word;
	const text = `${folder.text}/${word.text}`;
	return folder.known && word.known ? { ...word, text, prefix: text } : unknown(text);
}

/** Reports letters without a dash that may name a program. Such letters take their values from the next words, in the same order. */
function bundled({ words: [letters] }: Invocation): readonly Finding[] {
	const isBundle = letters !== undefined && /^[a-zA-Z]+$/.test(letters.text) && /[IF]/.test(letters.text);
	return isBundle ? [opaque('a program that tar runs')] : [];
}

/** Judges `--checkpoint-action`. `exec=…` is a command line; other actions only print. */
function checkpoints(it: Invocation): readonly Finding[] {
	return it.values('--checkpoint-action').flatMap((word): readonly Finding[] => {
		if (word.prefix.startsWith('exec=')) return [{ find: 'shell', source: wordAfter(word, 5) }];
		return word.known ? [] : [opaque('an action of tar that cannot be known')];
	});
}

function zipped(it: Invocation): readonly Finding[] {
	const [archive, ...rest] = it.operands;
	const moves = it.has('-m', '--move') || it.has('-mm');
	const read = it.has('-r', '--recurse-paths', '-R', '--recurse-patterns') ? readsBelow : reads;
	const lists = it.words.flatMap((word) =>
		/^-[ix]@./.test(word.text) ? readsNames(constant(word.text.slice(3)), it.scope) : [],
	);
	const tests = it.words.flatMap((word) => (/^-TT./.test(word.text) ? [shellOf([wordAfter(word, 3)])] : []));
	const fed = it.words.some((word) => word.text === '-@') ? fedNames(it) : [];
	return [
		...(archive === undefined ? [] : writes(archive, it.scope)),
		...rest.flatMap((word) => read(word, it.scope)),
		...lists,
		...tests,
		...fed,
		...(moves ? rest.flatMap((word) => deletes(word, it.scope, true)) : []),
	];
}

function fedNames({ stdin, scope }: Invocation): readonly Finding[] {
	return (
		stdin?.names?.flatMap((word) => readsBelow(word, scope)) ?? [opaque('the names that it is fed cannot be known')]
	);
}

function sevenZipped(it: Invocation): readonly Finding[] {
	const [verb, archive, ...rest] = it.operands;
	if (archive === undefined) return [];
	const letters = verb?.text ?? '';
	const lists = it.words.flatMap((word) =>
		/^-[ix]r?[0-2-]?@./.test(word.text) ? readsNames(constant(word.text.replace(/^[^@]*@/, '')), it.scope) : [],
	);
	if (/^(a|u|d|m|mf)$/.test(letters)) {
		const isDeleting = letters.startsWith('m') || it.words.some((word) => /^-(sdel|df)$/.test(word.text));
		const gone = isDeleting ? rest.flatMap((word) => deletes(word, it.scope, true)) : [];
		return [...writes(archive, it.scope), ...rest.flatMap((word) => readsBelow(word, it.scope)), ...lists, ...gone];
	}
	const isListing = /^(l|t|v|i|lb|vb|h)$/.test(letters);
	const target = it.words.flatMap((word) => (/^-o(.+)/.test(word.text) ? [constant(word.text.slice(2))] : []));
	const places = target.flatMap((word) => writes(word, it.scope));
	return [...reads(archive, it.scope), ...lists, ...(isListing ? [] : [unseen, ...places])];
}
