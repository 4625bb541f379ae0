import { commandOf, shellOf } from '../carried.ts';
import { data, type Finding, type Invocation, network, opaque, type Program, role, rows } from '../program.ts';
import { constant, isToken, listingOf, oneByOne, openWords, unknown, type Word } from '../word.ts';

/** Programs that run a command for each item of their input. */
export const inputs = (): readonly Program[] => [
	rows('xargs gxargs', {
		repeats: true,
		input: 'judged',
		keepsVariables: true,
		options: {
			...data('-I -n --max-args -L -P --max-procs -s -d --delimiter -E --process-slot-var'),
			...role('read', '-a --arg-file'),
		},
		wraps: true,
		also: xargs,
	}),
	rows('parallel sem', {
		input: 'judged',
		repeats: true,
		leaves: ({ name, has }) => name === 'sem' || has('--semaphore', '--bg'),
		options: {
			...data(
				'-j --jobs -P -I --colsep -d --delimiter -n --max-args -N -L --delay --timeout --workdir --wd --tagstring --retries --halt --memfree --load --nice --block --recstart --recend --id --semaphorename --transferfile --return --basefile --trc --arg-sep --arg-file-sep --max-chars -s --max-replace-args --termseq --seqreplace -E --trim --rsync-opts --env',
			),
			...role('read', '-a --arg-file --env-file'),
			...role('write', '--joblog --results --tmpdir --tmpl'),
			...role('shell', '--compress-program --decompress-program --limit --filter --ssh'),
			...role('code', '--rpl'),
			...role('script', '-J --profile'),
			...role('list', '--sshloginfile --slf'),
			...data('-S --sshlogin'),
		},
		wraps: true,
		startsIn: '--workdir --wd',
		// Threat: the text between these signs is Perl code, in a command and also in an option.
		also: (it) => [
			...(it.words.some(({ text }) => text.includes('{=')) ? [opaque('code of Perl between `{=` and `=}`')] : []),
			...parallel(it),
		],
	}),
];

const limit = 32;
const severalUnknown = openWords('what it is fed');

/** Judges xargs. Its input becomes arguments of the command. If the input is not known, an argument is not known. */
function xargs(it: Invocation): readonly Finding[] {
	const command = it.operands.length === 0 ? [constant('echo')] : it.operands;
	const mark = markOf(it);
	if (mark === undefined) return [{ find: 'command', words: [...command, ...fedWords(it)] }];
	return (linesOf(it) ?? [fedUnknown(it)]).map((line) => ({
		find: 'command',
		words: mark === '' ? command : command.map((word) => replaced(word, mark, line)),
	}));
}

/** Returns the mark that a line of the input replaces, as in `-I{}`. Undefined if the call has no such option. */
function markOf({ has, values }: Invocation): string | undefined {
	const [given] = values('-I', '--replace');
	return given?.text ?? (has('-i', '-I', '--replace') ? '{}' : undefined);
}

/**
 * Puts a line in place of the mark. The name of a file stays whole after a blank, a quote or
 * a slash. After other text, the result is not known.
 */
function replaced(word: Word, mark: string, line: Word): Word {
	const isGlued =
		line.pattern &&
		!isToken(line) &&
		word.text
			.split(mark)
			.slice(0, -1)
			.some((text) => /[^\s'"=/]$/.test(text));
	return isGlued ? unknown(word.text) : filledIn(word, mark, line);
}

/** Returns the lines that replace the mark, without leading blanks. Undefined if they are not known. */
function linesOf({ stdin, has }: Invocation): readonly Word[] | undefined {
	if (has('-a', '--arg-file', '-0', '--null', '-d', '--delimiter', '-i')) return undefined;
	if (stdin?.names !== undefined) return stdin.names.map(asLine);
	const text = stdin?.text;
	if (text === undefined || /["'\\]/.test(text)) return undefined;
	const lines = text.split('\n').map((line) => line.replace(/^[ \t]+/, ''));
	const filled = lines.filter((line) => line !== '');
	return filled.length <= limit ? filled.map(constant) : undefined;
}

/** Returns a name that stays one word, without the blanks around it. */
function asLine(name: Word): Word {
	return { ...name, ...listingOf(name, 'lines') };
}

/** Returns a word with a value in place of the mark. The result is known only if both are known. */
export function filledIn(word: Word, mark: string, value: Word): Word {
	if (!word.text.includes(mark)) return word;
	if (!value.known) return word.text === mark ? value : { ...unknown(word.text), fetched: value.fetched };
	const text = word.text.replaceAll(mark, () => value.text);
	const whole = word.whole === true || value.whole === true;
	const prefix = word.known ? text : word.prefix;
	return {
		...word,
		text,
		prefix,
		pattern: word.pattern || value.pattern,
		...(whole && { whole }),
		...listingOf(value),
	};
}

/** Returns a word whose text is not known. The word only records whether another machine wrote it. */
function fedUnknown({ stdin }: Invocation): Word {
	return { ...unknown('what it is fed'), fetched: stdin?.fetched === true };
}

/** Returns the names in the input as arguments. With `-n1`, each call gets one name. With `-0` and `-d`, only the separator splits them. */
function fedNames(it: Invocation, names: readonly Word[]): readonly Word[] {
	const each = it.values('-n', '--max-args')[0]?.text === '1' ? names.map(oneByOne) : names;
	return separatorOf(it) === undefined ? each : each.map(asLine);
}

function fedWords(it: Invocation): readonly Word[] {
	const { stdin, has } = it;
	if (has('-a', '--arg-file')) return [openWords('the words of a file')];
	if (stdin?.names !== undefined) return fedNames(it, stdin.names);
	const text = stdin?.text;
	if (text === undefined || text.length > 10_000) return [{ ...fedUnknown(it), many: true, open: true }];
	const separator = separatorOf(it);
	if (separator !== undefined) {
		if (separator.length !== 1) return [severalUnknown];
		const items = text.split(separator);
		return (items.at(-1) === '' ? items.slice(0, -1) : items).map(constant);
	}
	if (/["'\\]/.test(text)) return [severalUnknown];
	return text
		.split(/[ \t\n]+/)
		.filter((word) => word !== '')
		.map(constant);
}

function separatorOf({ has, values }: Invocation): string | undefined {
	if (has('-0', '--null')) return '\0';
	if (!has('-d', '--delimiter')) return undefined;
	const given = values('-d', '--delimiter')[0]?.text ?? '';
	return given === '\\n' ? '\n' : given;
}

const source = /^:{3,4}\+?$/;

/** Judges GNU parallel. It joins its command to one line for each combination of its inputs. */
function parallel(it: Invocation): readonly Finding[] {
	const first = it.operands.findIndex((word) => source.test(word.text));
	const command = first < 0 ? it.operands : it.operands.slice(0, first);
	const lists = first < 0 ? [fedLines(it)] : listsOf(it.operands.slice(first));
	const remote = it.has('-S', '--sshlogin', '--sshloginfile') ? [network('many hosts')] : [];
	const known = lists.every((list) => list.every((word) => word.known));
	const count = lists.reduce((product, list) => product * list.length, 1);
	if (!known || count > limit * 4 || count * command.length > 2_000)
		return [...remote, opaque('runs a command on every input'), ...commandOf([...command, unknown('what it is fed')])];
	return [...remote, ...combinations(lists).flatMap((values) => linesFor(command, values))];
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

function fedLines(it: Invocation): readonly Word[] {
	const { stdin, has } = it;
	if (has('-a', '--arg-file') || stdin?.text === undefined || stdin.text.length > 10_000)
		return stdin?.names ?? [fedUnknown(it)];
	return stdin.text
		.split('\n')
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
 * Judges one line. parallel quotes a value that it puts into the line, but the words of the
 * command only with `-q`. So both readings are judged.
 */
function linesFor(command: readonly Word[], values: readonly Word[]): readonly Finding[] {
	if (command.length === 0) return [shellOf(values)];
	const hasMark = command.some((word) => /\{[\d/.#%=-]*\}/.test(word.text));
	const marks = values.map((value, i) => [`{${i + 1}}`, value] as const);
	const whole = constant(values.map((value) => value.text).join(' '));
	const filled = command.map((word) => {
		const numbered = marks.reduce((done, [mark, value]) => filledIn(done, mark, value), filledIn(word, '{}', whole));
		return /\{[\d/.#%=-]+\}/.test(numbered.text) ? unknown(numbered.text) : numbered;
	});
	const words = hasMark ? filled : [...filled, whole];
	const carries = command.length > 1 && words.some((word, i) => i > 0 && /\s/.test(word.text));
	return [shellOf(words), ...(carries ? commandOf(words) : [])];
}
