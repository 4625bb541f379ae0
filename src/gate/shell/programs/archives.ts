import { shellOf, wordAfter } from '../carried.ts';
import { data, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { deletes, reads, readsBelow, readsNames, writes } from '../roles.ts';
import { constant } from '../word.ts';
import { tar, unseen } from './tar.ts';

/** Programs that pack and unpack archives. They run helpers, delete files that they packed, and write the files that an archive names. */
export const archives = (): readonly Program[] => [
	tar(),
	rows('zip', {
		input: 'data',
		options: {
			...data('-n --suffixes -t -tt -s --split-size -P --password -Z --compression-method'),
			...data('-x --exclude -i --include'),
			...role('shell', '-TT --unzip-command'),
			...role('write', '-O --out -lf --logfile-path'),
			...role('output', '-b --temp-path'),
		},
		also: zipped,
	}),
	unpacking('unzip', listsOnly),
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

/**
 * Returns whether unzip only lists, tests or describes an archive. It takes options only before the archive, and `-Z` only as the first
 * word. Threat: `-l-` cancels `-l`, and a word after the archive names a member of the archive.
 */
function listsOnly({ words, operands: [archive] }: Invocation): boolean {
	const own = archive === undefined ? [] : words.slice(0, words.indexOf(archive));
	if (own[0]?.known === true && /^-Z[a-zA-Z0-9]*$/.test(own[0].text)) return true;
	const areKnown = own.every(({ known, text }) => known && /^-[ltvzqcMaLCUs]+$/.test(text));
	return areKnown && own.some(({ text }) => /[ltvz]/.test(text));
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

/**
 * Returns the letter that selects the action of `jar`, also for a long name. Undefined if there is not exactly one. The letters are in the
 * first word, and file names come after it.
 */
function modeOfJar({ words: [first, ...others] }: Invocation): string | undefined {
	const text = first?.text ?? '';
	const isLong = text.startsWith('--');
	const words = isLong ? [text, ...others.map((word) => word.text)] : [];
	const letters = isLong ? '' : text.replace(/^-/, '');
	const long = words.flatMap((word) => /^--(list|create|update|extract|generate-index)\b/.exec(word)?.[1] ?? []);
	const named = { list: 't', create: 'c', update: 'u' } as Readonly<Record<string, string>>;
	const modes = [...(letters.match(/[ctxui]/g) ?? []), ...long.map((name) => named[name] ?? 'x')];
	return modes.length === 1 ? modes[0] : undefined;
}

function archivedClasses(it: Invocation): readonly Finding[] {
	const [, ...rest] = it.words;
	const mode = modeOfJar(it);
	const [archive, ...files] = [...it.values('-f', '--file'), ...rest.filter((word) => !word.text.startsWith('-'))];
	if (archive === undefined) return [unseen];
	if (mode === 't') return reads(archive, it.scope);
	if (mode === 'c' || mode === 'u')
		return [...writes(archive, it.scope), ...files.flatMap((word) => readsBelow(word, it.scope))];
	return [...reads(archive, it.scope), unseen];
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
