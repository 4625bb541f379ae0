import { commandOf, shellOf, wordAfter } from '../carried.ts';
import { data, type Finding, type Invocation, network, opaque, type Program, role, rows } from '../program.ts';
import { reads, writes } from '../roles.ts';
import { constant, unknown, type Word } from '../word.ts';
import { filledIn, limit } from './inputs.ts';

/** Options after which the command still gets each item of the input in place of `{}`, or at its end. */
const steady = {
	...data('-j --jobs -P --max-procs --delay --timeout --retries --halt --halt-on-error --memfree --load --nice'),
	...data('--tagstring --tag-string --id --semaphorename --termseq --rsync-opts --env -s --max-chars -E'),
	...data('--workdir --wd -S --sshlogin --transferfile --return --basefile --trc --block --recstart --recend'),
	// With one item, this is the usual call.
	...data('-n --max-args -N --max-replace-args -L'),
	...role('read', '-a --arg-file --env-file'),
	...role('write', '--joblog --results --tmpdir'),
	...role('shell', '--compress-program --decompress-program --limit --filter --ssh'),
	...role('code', '--rpl'),
	...role('script', '-J --profile'),
	...role('list', '--sshloginfile --slf'),
	...role('flag', '-k --keep-order --keeporder --no-keep-order --group -u --ungroup --lb --line-buffer --linebuffer'),
	...role('flag', '--ll --latest-line -v -t --verbose --silent -q --quote --dry-run --dryrun --progress --eta --bar'),
	...role(
		'flag',
		'--shuf --tag --ctag --color --color-failed -0 --null -r --no-run-if-empty --link --xapply -x --exit',
	),
	...role('flag', '--will-cite --no-notice --plain --gnu --resume --resume-failed --compress --fg --bg --wait'),
	...role('flag', '--semaphore --noswap -p --interactive --files -V --version -h --help --number-of-cores'),
} as const;

/** Options with a value that put other text into the command: other marks, other separators, parts of an item. */
const rebuilding = data(
	'-I -U --extensionreplace --er --basenamereplace --bnr --dirnamereplace --dnr --basenameextensionreplace --bner --seqreplace --slotreplace --parens --colsep --col-sep -C -d --delimiter --header --trim --arg-sep --argsep --arg-file-sep --argfilesep --tmpl --template --process-slot-var --block-size --shard --bin --group-by --sqlmaster --sqlworker --sqlandworker',
);

/** GNU parallel runs a command for each item of its input, or for each combination of items. */
export const parallels = (): readonly Program[] => [
	rows('parallel sem', {
		input: 'judged',
		repeats: true,
		leaves: ({ name, has }) => name === 'sem' || has('--semaphore', '--bg'),
		options: { ...steady, ...rebuilding },
		wraps: true,
		startsIn: '--workdir --wd',
		also: (it) => [...built(it), ...templates(it), ...parallel(it)],
	}),
];

/** Reports commands and paths that an option or a mark builds from parts. */
function built({ options, words, values }: Invocation): readonly Finding[] {
	const several = values('-n', '--max-args', '-N', '--max-replace-args', '-L').filter(({ text }) => text !== '1');
	const places = values('--workdir', '--wd', '--results', '--tmpdir').filter(({ text }) => text.includes('{'));
	const others = options.filter(({ name }) => !Object.hasOwn(steady, name));
	return [
		// Threat: the text between these signs is Perl code, in a command and also in an option.
		...(words.some(({ text }) => text.includes('{=')) ? [opaque('code of Perl between `{=` and `=}`')] : []),
		...others.map(({ name }) => opaque(`what \`${name}\` makes of the command`)),
		...several.map(({ text }) => opaque(`a command that gets \`${text}\` items at once`)),
		...places.map(({ text }) => opaque(`a folder with a mark in its name: ${text}`)),
	];
}

/** Judges `--template FILE=NEW`, which fills in the marks of a file, and writes the result to a new file. */
function templates({ values, scope }: Invocation): readonly Finding[] {
	return values('--template', '--tmpl').flatMap((word) => {
		const at = word.text.indexOf('=');
		const from = word.known ? constant(word.text.slice(0, Math.max(at, 0))) : word;
		return [...reads(from, scope), ...writes(wordAfter(word, at + 1), scope)];
	});
}

const source = /^:{3,4}\+?$/;

/** Judges GNU parallel. It joins its command to one line for each combination of its inputs. */
function parallel(it: Invocation): readonly Finding[] {
	const first = it.operands.findIndex((word) => source.test(word.text));
	const command = first < 0 ? it.operands : it.operands.slice(0, first);
	const lists = first < 0 ? [fedLines(it)] : listsOf(it.operands.slice(first));
	const remote = [
		...(it.has('-S', '--sshlogin', '--sshloginfile') ? [network('many hosts')] : []),
		// The command gets the items as its input.
		...(it.has('--pipe', '--spreadstdin') ? commandOf(command) : []),
	];
	const known = lists.every((list) => list.every((word) => word.known));
	const count = lists.reduce((product, list) => product * list.length, 1);
	if (!known || count > limit * 4 || count * command.length > 2_000) {
		const fetched = lists.some((list) => list.some((word) => word.fetched));
		const fed = { ...unknown('what it is fed'), fetched };
		// Without a command, each item is a command line.
		const lines = command.length === 0 ? [shellOf([fed])] : commandOf([...command, fed]);
		return [...remote, opaque('runs a command on every input'), ...lines];
	}
	const isQuoting = it.has('-q', '--quote');
	return [...remote, ...combinations(lists).flatMap((values) => linesFor(command, values, isQuoting))];
}

function listsOf(words: readonly Word[]): readonly (readonly Word[])[] {
	const lists: Word[][] = [];
	let isFile = false;
	for (const word of words) {
		if (!source.test(word.text)) lists.at(-1)?.push(isFile ? unknown('the lines of a file') : word);
		else {
			isFile = word.text.startsWith('::::');
			lists.push([]);
		}
	}
	return lists;
}

function fedLines({ stdin, has }: Invocation): readonly Word[] {
	if (has('-a', '--arg-file') || stdin?.text === undefined || stdin.text.length > 10_000)
		return stdin?.names ?? [{ ...unknown('what it is fed'), fetched: stdin?.fetched === true }];
	return stdin.text
		.split(has('-0', '--null') ? '\0' : '\n')
		.filter((line) => line !== '')
		.map(constant);
}

function combinations(lists: readonly (readonly Word[])[]): readonly (readonly Word[])[] {
	return lists.reduce<readonly (readonly Word[])[]>(
		(done, list) => done.flatMap((values) => list.map((value) => [...values, value])),
		[[]],
	);
}

/**
 * Judges one line. parallel quotes a value, unless it is the program. It quotes the words of the command only with `-q`. So all these
 * readings are judged. Threat: in `echo {}; rm x`, the item `#` or `'` hides the second command from a reading without quotes.
 */
function linesFor(command: readonly Word[], values: readonly Word[], isQuoting: boolean): readonly Finding[] {
	if (command.length === 0) return [shellOf(values)];
	const words = filledWith(command, values);
	const isSpecial = values.some(({ text }) => !/^[\w./:@%+,-]*$/.test(text));
	const carries = command.length > 1 && words.some((word, i) => i > 0 && /\s/.test(word.text));
	const [only, ...others] = values;
	// The names of a list include hidden files, as a pattern in the line does not.
	const names =
		only?.pattern === true && others.length === 0 ? commandOf(filledWith(inWords(command), values, only)) : [];
	return [
		shellOf(words),
		...names,
		...(isSpecial ? [shellOf(filledWith(command, values.map(quoted)))] : []),
		...(carries || isQuoting ? commandOf(words) : []),
	];
}

/**
 * Returns the words of a command that is written as one plain text: `'wc -l {}'`. Any other text is only judged as a line of the shell, and
 * as the name of a program.
 */
function inWords(command: readonly Word[]): readonly Word[] {
	const [only, ...others] = command;
	const isPlain = only?.known === true && !only.pattern && others.length === 0 && /^[\w./:@%+,{} -]+$/.test(only.text);
	return isPlain ? only.text.split(/ +/).filter(isText).map(constant) : command;
}

function isText(text: string): boolean {
	return text !== '';
}

const mark = /\{-?\d*\s*[\d/.#%=-]*\}/;

/** Puts the values in place of the marks, or at the end if there are none. */
function filledWith(
	command: readonly Word[],
	values: readonly Word[],
	whole: Word = constant(values.map((value) => value.text).join(' ')),
): readonly Word[] {
	if (!command.some((word) => mark.test(word.text))) return [...command, whole];
	return command.map((word) => {
		const numbered = values.reduce(
			(done, value, i) => filledIn(done, `{${i + 1}}`, value),
			filledIn(word, '{}', whole),
		);
		return mark.test(numbered.text) ? unknown(numbered.text) : numbered;
	});
}

/** Returns a value as parallel writes it for the shell. A pattern represents names that are not known yet. */
function quoted(value: Word): Word {
	return value.pattern ? value : { ...value, ...constant(`'${value.text.replaceAll("'", "'\\''")}'`) };
}
