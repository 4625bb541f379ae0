import { invocationOf, readArguments } from '../arguments.ts';
import { wordAfter } from '../carried.ts';
import { data, type Finding, type Invocation, opaque, type Program, type Role, role, rows } from '../program.ts';
import { contacts, deletes, reads, readsBelow, writes } from '../roles.ts';
import { findingsBy } from '../row-findings.ts';
import { constant, unknown, type Word } from '../word.ts';
import { unpacksCommit } from './committed-archive.ts';

export const unseen = opaque('an archive that is unpacked unseen');

type Mode = 'c' | 't' | 'd' | 'r' | 'u' | 'A' | 'x' | 'delete';

/** The long names of the actions of tar. */
const modes: Readonly<Record<string, Mode>> = {
	'--create': 'c',
	'--list': 't',
	'--test-label': 't',
	'--diff': 'd',
	'--compare': 'd',
	'--append': 'r',
	'--update': 'u',
	'--catenate': 'A',
	'--concatenate': 'A',
	'--extract': 'x',
	'--get': 'x',
	'--delete': 'delete',
};

const options: Readonly<Record<string, Role>> = {
	...role(
		'shell',
		'--to-command --use-compress-program -I --rsh-command --rmt-command --info-script -F --new-volume-script',
	),
	...role('flag', Object.keys(modes).join(' ')),
	...role('write', '--index-file --volno-file -g --listed-incremental --one-top-level'),
	...role('read', '-X --exclude-from'),
	// A list of files may also contain options.
	...role('script', '-T --files-from'),
	...data(
		'-C --directory -f --file --exclude --transform --xform --strip-components -b --blocking-factor --checkpoint-action --owner --group --mode --mtime --format -H -s -N --newer --suffix -V --label -K --starting-file -L --tape-length --sort --warning --quoting-style --level --newer-mtime --pax-option --record-size --sparse-version --hole-detection --volume',
	),
};

export const tar = (): Program => row;

const row = rows('tar bsdtar gtar', {
	input: 'data',
	options,
	also: (it) => (isBundle(it.words[0]) ? spelledOut(it) : archived(it)),
});

function isBundle(first: Word | undefined): boolean {
	return first?.known === true && /^[a-zA-Z]+$/.test(first.text);
}

/** Judges `tar cfC x dir` as `tar -c -f x -C dir`. Letters without a dash take their values from the next words, in the same order. */
function spelledOut(it: Invocation): readonly Finding[] {
	const [first, ...rest] = it.words;
	const words = [...(first?.text ?? '')].flatMap((letter) => {
		const value = Object.hasOwn(options, `-${letter}`) ? rest.shift() : undefined;
		return [constant(`-${letter}`), ...(value ? [value] : [])];
	});
	const all = [...words, ...rest];
	const read = readArguments(all, options, false);
	const { name, scope, stdin } = it;
	const found = findingsBy(row, invocationOf(name, all, read, { scope, stdin }), { read, input: 'ignored' });
	return mixed(first?.text ?? '') ? [...found, mixedUp] : found;
}

/** Some kinds of tar take a value for these letters, and others do not. So it is not certain which words are the archive and the files. */
const mixed = (letters: string): boolean => /[sHLW]/.test(letters) && letters.length > 1;
const mixedUp = opaque('letters that mean different things to different kinds of tar');

/** Judges tar. `tar -xf` writes files that only the archive names, so only listing and packing are known. */
function archived(it: Invocation): readonly Finding[] {
	// With `@x`, bsdtar also packs the files that `x` contains (an archive) or names (a list).
	const others = it.operands.some((word) => word.prefix.startsWith('@')) ? [unseen] : [];
	const clusters = it.words.flatMap(({ text }) => /^-([a-zA-Z]{2,})$/.exec(text)?.[1] ?? []);
	return [...others, ...checkpoints(it), ...(clusters.some(mixed) ? [mixedUp] : []), ...byMode(modeOf(it), it)];
}

/** Returns the action. Undefined if the call names none or several. Threat: a letter in the name of another option is not an action. */
function modeOf({ options: given }: Invocation): Mode | undefined {
	const found = new Set(
		given.flatMap(({ name }) => (/^-[ctdruAx]$/.test(name) ? [name.slice(1) as Mode] : long(name))),
	);
	return found.size === 1 ? [...found][0] : undefined;
}

/** Returns the actions that a long name may be short for. */
function long(given: string): readonly Mode[] {
	if (!given.startsWith('--')) return [];
	const names = Object.hasOwn(modes, given) ? [given] : Object.keys(modes).filter((name) => name.startsWith(given));
	return given.length > 3 ? names.flatMap((name) => modes[name] ?? []) : [];
}

function byMode(mode: Mode | undefined, it: Invocation): readonly Finding[] {
	const { scope, operands } = it;
	const opened = (verb: typeof reads) =>
		it
			.values('-f', '--file')
			.flatMap((word) => (/^[^/]+:/.test(word.text) ? contacts(word, scope) : verb(word, scope)));
	if (mode === 't' || mode === 'd') return opened(reads);
	if (mode === undefined || mode === 'x') {
		const seen = mode === 'x' && unpacksCommit(it) ? [] : [unseen];
		return [...opened(reads), ...seen, ...it.values('-C', '--directory').flatMap((word) => writes(word, scope))];
	}
	if (mode === 'delete') return opened(writes);
	const links = it.has('-h', '-L', '--dereference') ? 'followed' : 'kept';
	// Such a file may name other files, whose content goes into the archive.
	const lists = it.name === 'bsdtar' ? operands.filter(({ text }) => text.startsWith('@')) : [];
	const files = placesOf(it);
	return [
		...files.flatMap((word) => readsBelow(word, scope, links)),
		...opened(writes),
		...lists.map(({ text }) => opaque(`the files that \`${text}\` names`)),
		...(it.has('--remove-files') ? files.flatMap((word) => deletes(word, scope, true)) : []),
	];
}

/** Returns the files as tar finds them. `-C` changes the folder for the words after it. With several, a file may be in any folder. */
function placesOf({ words, operands, values }: Invocation): readonly Word[] {
	const folders: Word[] = [];
	for (const folder of values('-C', '--directory')) folders.push(movedTo(folders.at(-1), folder));
	const at = words.findIndex(({ prefix }) => /^(-[a-zA-Z]*C|--d)/.test(prefix));
	const isLater = operands.some((word) => words.indexOf(word) < at);
	const from: readonly (Word | undefined)[] = folders.length === 0 || isLater ? [undefined, ...folders] : folders;
	return from.flatMap((folder) => operands.map((word) => movedTo(folder, word)));
}

/** Returns a path as tar finds it from the folder of `-C`. */
function movedTo(folder: Word | undefined, word: Word): Word {
	if (folder === undefined || word.text.startsWith('/')) return word;
	const text = `${folder.text}/${word.text}`;
	return folder.known && word.known ? { ...word, text, prefix: text } : unknown(text);
}

/** Judges `--checkpoint-action`. `exec=…` is a command line; other actions only print. */
function checkpoints(it: Invocation): readonly Finding[] {
	return it.values('--checkpoint-action').flatMap((word): readonly Finding[] => {
		if (word.prefix.startsWith('exec=')) return [{ find: 'shell', source: wordAfter(word, 5) }];
		return word.known ? [] : [opaque('an action of tar that cannot be known')];
	});
}
