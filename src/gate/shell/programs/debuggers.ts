import { commandOf, looked, shellText, unlooked, wordAfter } from '../carried.ts';
import {
	data,
	environmentShown,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	privilege,
	role,
	rows,
	runsFetchedCode,
} from '../program.ts';
import { credentialsIn, reads, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { scriptText } from './script-text.ts';

/** Debuggers. Their commands run other programs, and read and write files and memory. */
export const debuggers = (): readonly Program[] => [
	rows('gdb', {
		input: 'judged',
		startsIn: '-cd --cd',
		options: {
			...data(
				'-p -pid --pid -d -directory --directory -cd --cd -b -l -D -data-directory --data-directory -i --interpreter',
			),
			...data('-ex -eval-command --eval-command -iex -init-eval-command --init-eval-command -eiex'),
			...role('read', '-c -core --core -e -exec --exec -s -symbols --symbols -se --se -t -tty --tty'),
			...role('script', '-x -command --command -ix -init-command --init-command -eix'),
		},
		also: debugged,
	}),
	rows('lldb', {
		input: 'judged',
		options: {
			...data(
				'-p --attach-pid -n --attach-name -a --arch -o --one-line -O --one-line-before-file -k --one-line-on-crash',
			),
			...role('read', '-c --core -f --file'),
			...role('script', '-s --source -S --source-before-file -K --source-on-crash --repl-language'),
		},
		also: debugged,
	}),
];

const lineOptions =
	/^--?(ex|eval-command|iex|init-eval-command|eiex|one-line|one-line-before-file|one-line-on-crash|o|O|k)$/;
const fileOptions = /^--?(x|command|ix|init-command|eix|source|source-before-file|source-on-crash|s|S|K)$/;
const attaching = /^--?(p|pid|attach-pid|attach-name)$/;

/** Returns the values of these options. Long names may begin with one dash, so a word such as `-ex` is not a group of letters. */
function valuesBehind({ words }: Invocation, names: RegExp): readonly Word[] {
	return words.flatMap((word, i) => {
		const [, name = '', value] = /^(--?[\w-]+)=(.*)$/s.exec(word.text) ?? [];
		if (value !== undefined && names.test(name)) return [wordAfter(word, name.length + 1)];
		return names.test(words[i - 1]?.text ?? '') ? [word] : [];
	});
}

/** Judges the commands of a debugger: on the command line, in files of the checkout, or in the input. */
function debugged(it: Invocation): readonly Finding[] {
	const scripts = valuesBehind(it, fileOptions).flatMap((word) => scriptText(word, it.scope) ?? []);
	const given = valuesBehind(it, lineOptions).map((word) => word.text);
	const whole = [...given, ...scripts, it.stdin?.text ?? ''].join('\n');
	const lines = looked(whole).split('\n');
	const at = it.words.findIndex((word) => /^--?args$|^--$/.test(word.text));
	const shows = lines.some((text) => /\benviron|\benv-vars\b|\b_environ\b|^\s*info\s+auxv|\bgetenv\b/.test(text));
	const attached =
		it.words.some((word) => attaching.test(word.text.replace(/=.*$/s, ''))) ||
		lines.some((text) => /^\s*(attach|process attach|gcore|generate-core|process save-core)/.test(text));
	return [
		it.stdin?.fetched === true ? runsFetchedCode : opaque('a debugger, which can run commands'),
		...unlooked(whole),
		...(shows ? [environmentShown] : []),
		...(attached ? [privilege('reads the memory of another process')] : []),
		...lines.flatMap((line) => debuggerLine(line.trim(), it)),
		...(at < 0 ? [] : commandOf(it.words.slice(at + 1))),
	];
}

function debuggerLine(line: string, { scope }: Invocation): readonly Finding[] {
	const command =
		/^(?:shell|!|platform shell|make)\s*(.*)$/s.exec(line)?.[1] ??
		/^(?:pipe|\|)\s.*?\|\s*(.*)$/s.exec(line)?.[1] ??
		/\bsystem\s*\(\s*["'](.*)["']/s.exec(line)?.[1];
	const python = /^(?:python(?:-interactive)?|py|pi|script)\s+(.+)$/s.exec(line)?.[1];
	const written =
		/^(?:dump|append)\s+(?:\w+\s+)?(?:value|memory)\s+(\S+)/.exec(line)?.[1] ??
		/^(?:set logging (?:file )?|save \S+ |set history filename )(\S+)/.exec(line)?.[1];
	const loaded =
		/^(?:source|restore|add-symbol-file|symbol-file|file|core-file|command script import|load)\s+(.*)$/.exec(line)?.[1];
	return [
		...(command === undefined ? [] : [shellText(command)]),
		...(python === undefined ? [] : [{ find: 'code' as const, language: 'python' as const, source: constant(python) }]),
		...(written === undefined || /^(on|off)$/.test(written) ? [] : writes(constant(written), scope)),
		...(/^list\s+\//.test(line) ? reads(constant(line.slice(5)), scope) : []),
		...(loaded === undefined ? [] : credentialsIn(loaded.trim().split(/\s+/).map(constant), scope)),
	];
}
