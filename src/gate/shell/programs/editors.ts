import { looked, meaningsOf, type Saying, shellText } from '../carried.ts';
import {
	data,
	effect,
	environmentShown,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	role,
	rows,
	secret,
} from '../program.ts';
import { credentialsIn, deletes, pathOf, reads, runsFile, writes } from '../roles.ts';
import { isSecretName } from '../state.ts';
import { constant } from '../word.ts';
import { onlyEdits } from './ed-script.ts';

const unclear = opaque('an editor, which can run commands');

/** Editors. The gate searches their commands, on the command line or in the input, for shell commands, deletions and files. */
export const editors = (): readonly Program[] => [
	vi('vi vim nvim view vimdiff gvim rvim hx kak', ({ has }) => has('-s', '-e', '-es', '-E')),
	vi('ex', () => true),
	rows('ed red', {
		input: 'judged',
		options: data('-p --prompt'),
		also: (it) =>
			edits(it) ?? [
				exec(it),
				...credentialsIn(it.operands, it.scope),
				...edLines(it.stdin?.text ?? '', it),
				...operandLines(it),
				unclear,
			],
	}),
	rows('emacs emacsclient', {
		input: 'judged',
		options: {
			...data('--eval -eval --execute -e -f --funcall -a --alternate-editor -d --display -s --socket-name -T --tramp'),
			...role('script', '-l --load -script --script -x --init-directory -L --directory'),
			...role('read', '--insert -i'),
			...data('--chdir'),
		},
		also: (it) => [exec(it), ...credentialsIn(it.operands, it.scope), ...lisp(it), unclear],
	}),
	rows('nano pico joe micro jed mcedit code subl', {
		input: 'data',
		options: {
			...role('shell', '-s --speller'),
			...role('script', '-f --rcfile --user-data-dir --extensions-dir --install-extension'),
			...role('write', '-C --backupdir'),
		},
		also: (it) => [exec(it), ...credentialsIn(it.operands, it.scope), ...meaningsOf(it, codeSayings), unclear],
	}),
];

/** Returns the row for variants of vi. `isFed` says whether the input contains commands. */
function vi(names: string, isFed: (it: Invocation) => boolean): Program {
	return rows(names, {
		input: 'judged',
		options: {
			...data('-c --cmd -t -T -q --remote-expr --remote-send --servername -i --listen --server'),
			...role('script', '-S -u -U -l'),
			...role('write', '-w -W --startuptime'),
		},
		also: (it) =>
			viEdits(it) ?? [exec(it), ...credentialsIn(it.operands, it.scope), ...viLines(it, isFed(it)), unclear],
	});
}

/**
 * Judges plain edits of a single file, such as `vim -es -c '%s/a/b/' -c 'wq' file`. Otherwise returns undefined. Threat: `\=` computes an
 * expression, and `|` begins another command.
 */
function viEdits(it: Invocation): readonly Finding[] | undefined {
	const [file, ...others] = it.operands.filter((word) => !word.text.startsWith('+'));
	const isPlain = it.words.every((word) => word.known && !word.pattern) && it.stdin === undefined;
	const areFlags = it.words.every(({ text }) => !text.startsWith('-') || /^(-es|-c|-n)$/.test(text));
	if (file === undefined || others.length > 0 || !isPlain || !areFlags || it.words[0]?.text !== '-es') return undefined;
	const lines = it.words.flatMap(({ text }, i) =>
		text.startsWith('+') ? [text.slice(1)] : it.words[i - 1]?.text === '-c' ? [text] : [],
	);
	const isEdit = (line: string) =>
		/^(%p|q!?|wq!?|x|w)$/.test(line) ||
		(/^(%|\d+(,\d+)?)?s\/(?:[^/|\\\n]|\\[^=\n])*\/(?:[^/|\\\n]|\\[^=\n])*\/[gie]*$/.test(line) && !/[!`]/.test(line));
	const isInside = /^(?![/~])/.test(pathOf(file, it.scope) ?? '/');
	if (!isInside || !lines.every(isEdit) || lines.length === 0) return undefined;
	const isWritten = lines.some((line) => /^(w|x)/.test(line));
	return [...reads(file, it.scope), ...(isWritten ? writes(file, it.scope) : [])];
}

const codeSayings: readonly Saying[] = [
	{ operands: /^tunnel\b|^serve-web\b/, means: [effect({ kind: 'network', host: 'a tunnel' })] },
];

const viOptions = ['-c', '--cmd', '--remote-expr', '--remote-send'];

function viLines(it: Invocation, isFed: boolean): readonly Finding[] {
	const given = [
		...it.values(...viOptions).map((word) => word.text),
		...it.words.flatMap((word) => (word.text.startsWith('+') ? [word.text.slice(1)] : [])),
	];
	const fed = isFed ? (it.stdin?.text ?? '') : '';
	const typed = it.has('-s') && fed === '' && !it.has('-e', '-E') ? it.operands.slice(0, 1) : [];
	return [
		...typed.flatMap((word) => runsFile(word, it.scope)),
		...[...given, ...fed.split('\n')].flatMap((line) => viLine(line, it)),
	];
}

/** Modifiers that may come before a command on vi's command line. */
const modifiers = /^[\s:]*(?:(?:sil(?:ent)?!?|keepalt|noautocmd|noa|verbose|unsilent|execute|exe|exec)\s+["']?)*[\s:]*/;

function viLine(given: string, it: Invocation): readonly Finding[] {
	const line = looked(given).replace(modifiers, '');
	const shell =
		/^[\d,.$%]*\s*(?:(?:r|read)?\s*|(?:w|write)\s+)!(?!\s*$)(.*)$/s.exec(line)?.[1] ??
		/^(?:te|ter|term|terminal)!?\s+(.+)$/s.exec(line)?.[1];
	if (shell !== undefined) return [shellText(shell)];
	if (/^[\d,.$%]*\s*(?:w|wa|wq|wqa|x|xa|xit|up|update|write)!?$/.test(line.trim()))
		return it.operands.flatMap((word) => writes(word, it.scope));
	const written =
		/^[\d,.$%]*\s*(?:w|write|wq|sav|saveas|up|update|x|xit)(?:!\s*|\s+)(?:>>\s*)?([^\s|!]+)/.exec(line)?.[1] ??
		/^redir?!?\s*>>?\s*([^\s|]+)/.exec(line)?.[1];
	const opened = /^(?:e|edit|r|read|sp|vs|tabe|view|0r)!?\s+([^\s|!]+)/.exec(line)?.[1];
	const sourced = /^(?:so|source|ru|runtime|luafile|pyfile|py3file)!?\s+([^\s|]+)/.exec(line)?.[1];
	return [
		...(written === undefined ? [] : writes(constant(written), it.scope)),
		...(opened === undefined ? [] : reads(constant(opened), it.scope)),
		...(sourced === undefined ? [] : runsFile(constant(sourced), it.scope)),
		...calls(line, it),
	];
}

/** Judges functions of Vim, Lua and Python that start a shell, use files or read variables. */
function calls(line: string, it: Invocation): readonly Finding[] {
	const all = (pattern: RegExp) => [...line.matchAll(pattern)];
	return [
		...all(
			/\b(?:system|systemlist|execute|jobstart|job_start|termopen|popen|call|run|check_output)\(\s*(['"])(.*?)\1/g,
		).map((match) => shellText(match[2] ?? '')),
		...all(/\bdelete\(\s*['"]([^'"]+)['"]\s*(?:,\s*['"](r?)[^'"]*['"])?/g).flatMap((match) =>
			deletes(constant(match[1] ?? ''), it.scope, match[2] === 'r'),
		),
		...all(/\bdelete\(\s*(?:\$HOME|expand\(\s*['"](?:~|\$HOME)['"]\s*\))/g).flatMap(() =>
			deletes(constant(it.scope.facts.home), it.scope, true),
		),
		...all(/\bdelete\(\s*getcwd\(/g).flatMap(() => deletes(constant('.'), it.scope, true)),
		...all(/\bwritefile\([^)]*,\s*['"]([^'"]+)['"]/g).flatMap((match) => writes(constant(match[1] ?? ''), it.scope)),
		...all(/\breadfile\(\s*['"]([^'"]+)['"]/g).flatMap((match) => reads(constant(match[1] ?? ''), it.scope)),
		...all(/\$(\w+)|\benviron\(\)/g).flatMap((match) =>
			match[1] === undefined ? [environmentShown] : isSecretName(match[1]) ? [secret(`$${match[1]}`)] : [],
		),
	];
}

/** Judges ed if its script only edits the one given file, which is then read and written. Otherwise returns undefined. */
function edits(it: Invocation): readonly Finding[] | undefined {
	const [file, ...others] = it.operands;
	const text = it.stdin?.text;
	const isPlain = it.words.every((word) => word.known && !word.pattern && !/^[!+@]/.test(word.text));
	if (file === undefined || others.length > 0 || !isPlain || text === undefined || it.stdin?.fetched === true)
		return undefined;
	const areFlags = it.options.every(({ name }) => /^(-s|-|-E|-r|--quiet|--silent)$/.test(name));
	const isInside = /^(?![/~])/.test(pathOf(file, it.scope) ?? '/');
	return areFlags && isInside && onlyEdits(text) ? [...reads(file, it.scope), ...writes(file, it.scope)] : undefined;
}

/** Judges lines of ed: `!line`, `r !line`, `w !line`, `w file`, `e file`. */
function edLines(text: string, it: Invocation): readonly Finding[] {
	return text.split('\n').flatMap((line) => {
		// Without a name, ed writes the file that it opened.
		if (/^[\d,.$%;]*\s*[wW]q?$/.test(line)) return it.operands.flatMap((word) => writes(word, it.scope));
		const shell = /^[\d,.$%;]*\s*[rwe]?\s*!(.+)$/.exec(line)?.[1];
		if (shell !== undefined) return [shellText(shell)];
		const written = /^[\d,.$%;]*\s*[wW]q?\s+(\S+)/.exec(line)?.[1];
		const opened = /^[\d,.$%;]*\s*[erE]\s+(\S+)/.exec(line)?.[1];
		return [
			...(written === undefined ? [] : writes(constant(written), it.scope)),
			...(opened === undefined ? [] : reads(constant(opened), it.scope)),
		];
	});
}

/** Judges operands that begin with `!`. ed runs such a command, and edits its output like a file. */
function operandLines(it: Invocation): readonly Finding[] {
	return it.operands.flatMap((word) => (word.text.startsWith('!') ? [shellText(word.text.slice(1))] : []));
}

const text = '"((?:[^"\\\\]|\\\\.)*)"';

function lisp(it: Invocation): readonly Finding[] {
	const script = looked(
		[...it.values('--eval', '-eval', '--execute', '-e').map((word) => word.text), it.stdin?.text ?? ''].join('\n'),
	);
	const all = (source: string) => [...script.matchAll(new RegExp(source, 'g'))];
	const strings = (source: string) => [...source.matchAll(new RegExp(text, 'g'))].map((match) => match[1] ?? '');
	return [
		...all(
			`\\((?:async-)?(?:shell-command(?:-to-string|-on-region)?|call-process-shell-command|start-process-shell-command|eshell-command|compile)\\s+${text}`,
		).map((match) => shellText(match[1] ?? '')),
		...all('\\((?:call-process|start-process|process-lines|make-process)\\b([^()]*)').map(
			(match): Finding => ({ find: 'command', words: strings(match[1] ?? '').map(constant) }),
		),
		...all(`\\(delete-(directory|file)\\s+${text}`).flatMap((match) =>
			deletes(constant(match[2] ?? ''), it.scope, match[1] === 'directory'),
		),
		...all(`\\((?:write-region|write-file|append-to-file|copy-file|rename-file)\\b[^()]*?${text}\\)`).flatMap((match) =>
			writes(constant(match[1] ?? ''), it.scope),
		),
		...all(`\\((?:insert-file-contents|find-file|load|load-file)\\s+${text}`).flatMap((match) =>
			reads(constant(match[1] ?? ''), it.scope),
		),
		...all(`\\(getenv\\s+${text}`).flatMap((match) => (isSecretName(match[1] ?? '') ? [secret(match[1] ?? '')] : [])),
		...(/\bprocess-environment\b/.test(script) ? [environmentShown] : []),
	];
}
