import { data, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { settingFindings } from '../settings.ts';
import { constant, everyProcessWord, isToken, listingOf, oneByOne, openWords, unknown, type Word } from '../word.ts';

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
];

/** The most items of an input that are judged one by one. */
export const limit = 32;
const severalUnknown = openWords('what it is fed');

/** Judges xargs. Its input becomes arguments of the command. If the input is not known, an argument is not known. */
function xargs(given: Invocation): readonly Finding[] {
	const it = withSeparated(fedByList(given));
	const command = it.operands.length === 0 ? [constant('echo')] : it.operands;
	const mark = markOf(it);
	const isVoid = mark === undefined || it.has('-n', '--max-args', '-L', '-l', '--max-lines');
	return [
		...slotVariable(it),
		...oddAttached(it),
		...(mark === undefined ? [] : filledLines(it, command, mark)),
		// Of `-I`, `-L` and `-n`, the last one counts.
		...(isVoid ? [{ find: 'command' as const, words: [...command, ...fedWords(it)] }] : []),
	];
}

/**
 * Returns the invocation as if its list came by a pipe, for `-a <(…)`. The list is the output of a command, whose names the gate may know.
 * The inner command still gets the input of xargs.
 */
function fedByList(it: Invocation): Invocation {
	const [list, ...others] = it.values('-a', '--arg-file');
	if (list?.stream === undefined || others.length > 0) return it;
	const { options } = it;
	const isOther = (name: string) => name !== '-a' && name !== '--arg-file';
	const left = options.filter(({ name }) => isOther(name));
	return {
		...it,
		stdin: list.stream,
		options: left,
		has: (...names) => it.has(...names.filter(isOther)),
		values: (...names) => it.values(...names.filter(isOther)),
	};
}

/** Returns the call with the names that a NUL ends as its names, if an option makes xargs read them. */
function withSeparated(it: Invocation): Invocation {
	const names = it.has('-0', '--null') ? it.stdin?.separated : undefined;
	return names === undefined || it.stdin === undefined ? it : { ...it, stdin: { ...it.stdin, names } };
}

function filledLines(it: Invocation, command: readonly Word[], mark: string): readonly Finding[] {
	return (linesOf(it) ?? [fedUnknown(it)]).map((line) => ({
		find: 'command',
		words: mark === '' ? command : command.map((word) => replaced(word, mark, line)),
	}));
}

/** Returns the mark that a line of the input replaces, as in `-I{}` or `-i{}`. Undefined if the call has no such option. */
function markOf(it: Invocation): string | undefined {
	const [given] = it.values('-I', '--replace');
	const [attached] = attachedIn(it).filter(([name]) => name === 'i');
	return given?.text ?? attached?.[1] ?? (it.has('-i', '-I', '--replace') ? '{}' : undefined);
}

/** Returns the options whose value, if there is one, is always attached: `-i{}`, `-eEND`. */
function attachedIn({ words, operands }: Invocation): readonly (readonly [name: string, value: string])[] {
	const own = words.slice(0, words.length - operands.length);
	return own.flatMap(({ text }) => {
		const [, name, value] = /^-[0oprtx]*([ie])(.+)/s.exec(text) ?? [];
		return name === undefined || value === undefined ? [] : [[name, value] as const];
	});
}

/** Reports a mark that looks like an option. Threat: in `-iP sh echo`, the mark `P` looks like an option that takes the next word. */
function oddAttached(it: Invocation): readonly Finding[] {
	const isOdd = attachedIn(it).some(([name, value]) => name === 'e' || /\w/.test(value));
	return isOdd ? [opaque('an option of one letter with a word attached')] : [];
}

/**
 * Judges the option that passes the number of a slot to the command in a variable. Threat: if the variable is `PATH`, programs in the
 * folder `0` run.
 */
function slotVariable({ values, scope }: Invocation): readonly Finding[] {
	return values('--process-slot-var').flatMap((name) =>
		name.known ? settingFindings(name.text, constant('0'), { scope }) : [opaque('a variable that cannot be known')],
	);
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
	if (has('-a', '--arg-file', '-d', '--delimiter')) return undefined;
	if (has('-0', '--null')) return stdin?.names?.map(asLine) ?? itemsOf(stdin?.text);
	if (stdin?.names !== undefined) return stdin.names.map(asLine);
	const text = stdin?.text;
	if (text === undefined || /["'\\]/.test(text)) return undefined;
	const lines = text.split('\n').map((line) => line.replace(/^[ \t]+/, ''));
	const filled = lines.filter((line) => line !== '');
	return filled.length <= limit ? filled.map(constant) : undefined;
}

/** Returns the items of a text that NUL separates. */
function itemsOf(text: string | undefined): readonly Word[] | undefined {
	const items = text?.split('\0').filter((item, i, all) => item !== '' || i < all.length - 1);
	return items === undefined || items.length > limit ? undefined : items.map(constant);
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
	if (stdin?.yields === 'every process') return everyProcessWord;
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
