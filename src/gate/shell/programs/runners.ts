import { commandOf, looked, shellText } from '../carried.ts';
import {
	data,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	role,
	rows,
	runsFetchedCode,
} from '../program.ts';
import { credentialsIn, interprets, pathOf, reads, runsFile } from '../roles.ts';
import { constant, holdsNames, type Word } from '../word.ts';
import { debuggers } from './debuggers.ts';
import { namedInText } from './taken-in.ts';
import { terminals } from './terminals.ts';
import { watchers } from './watchers.ts';

/** Programs that run a command, for example when files change, in another terminal, or under a debugger. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const runners = (): readonly Program[] => [
	...watchers(),
	...terminals(),
	...debuggers(),
	rows('concurrently', {
		input: 'handed',
		options: {
			...data('-n --names -c --prefix-colors -p --prefix -l --prefix-length -t --timestamp-format -m --max-processes'),
			...data('-s --success --name-separator --restart-tries --restart-after --default-input-target --kill-others-on'),
			...data('--kill-signal --hide'),
			...role('flag', '-P --passthrough-arguments'),
			...role('shell', '--teardown'),
		},
		operands: 'shell',
		also: (it) => filledLater(it, '-P', '--passthrough-arguments'),
	}),
	rows('hyperfine', {
		input: 'ignored',
		options: {
			...data('-n --command-name -w --warmup -r --runs -m --min-runs -M --max-runs -u --time-unit --style --sort'),
			...data('-L --parameter-list -P --parameter-scan -D --parameter-step-size -S --shell'),
			...role('shell', '--prepare -p --setup -s --cleanup -c --conclude -C --reference'),
			...role('write', '--export-json --export-markdown --export-csv --export-asciidoc --export-orgmode --output'),
			...role('read', '--input'),
		},
		operands: 'shell',
		also: (it) => [
			...it
				.values('-S', '--shell')
				.filter((word) => !word.known || !/^(default|none|(ba|z|da|fi|k)?sh)$/.test(word.text))
				.flatMap((word) => runsFile(word, it.scope)),
			...filledLater(it, '-L', '--parameter-list', '-P', '--parameter-scan'),
		],
	}),
	rows('systemd-run', {
		input: 'shell',
		startsIn: '--working-directory',
		options: data(
			'-p --property -E --setenv -u --unit -M --machine -H --host --uid --gid --nice --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive --on-calendar --working-directory --slice --description --service-type --path-property --socket-property --timer-property --background --job-mode',
		),
		operands: 'command',
		wraps: true,
		escalates: true,
	}),
	rows('start-stop-daemon', {
		input: 'handed',
		startsIn: '-d --chdir -r --chroot',
		options: {
			...data('-u --user -n --name -c --chuid -g --group -d --chdir -r --chroot -s --signal -R --retry -N --nicelevel'),
			...data('-P --procsched -I --iosched -k --umask --pid --ppid'),
			...role('write', '-p --pidfile -O --output'),
			...data('-x --exec -a --startas'),
			...role('flag', '-S --start -K --stop -T --status -t --test -b --background -q --quiet -v --verbose'),
		},
		wraps: true,
		also: started,
	}),
	rows('daemonize', {
		input: 'handed',
		startsIn: '-c',
		options: { ...data('-c -u -E'), ...role('write', '-o -e -p -l') },
		operands: 'command',
		wraps: true,
	}),
	rows('daemon', {
		input: 'handed',
		startsIn: '-D --chdir',
		options: {
			...data('-n --name -u --user -D --chdir -r -m --umask -e --env -A --attempts -L --delay -M --limit -X --command'),
			...role('write', '-F --pidfile -l --errlog -b --dbglog -o --output -O --stdout -E --stderr'),
			...role('script', '-C --config'),
		},
		operands: 'command',
		wraps: true,
		also: (it) => [exec(it)],
	}),
	rows('m4', {
		input: 'code',
		options: {
			...data('-D --define -U --undefine -I --include -L --nesting-limit -P'),
			...role('script', '-R --reload-state'),
			...role('write', '-F --freeze-state -o --error-output --debugfile'),
		},
		also: (it) => expanded(it, /e?syscmd\(\s*[`'"[]*([^)'"\]]*)/g),
	}),
	rows('dc', {
		input: 'judged',
		options: { ...data('-e --expression'), ...role('script', '-f --file') },
		also: calculated,
		// dc can print numbers as letters.
		decodes: () => true,
	}),
	rows('gnuplot', {
		input: 'code',
		options: data('-e -d --default-settings'),
		also: (it) => expanded(it, /(?:^|[\n;'"])\s*(?:!|<|system\(?)\s*['"]?([^'"\n;]*)/g),
	}),
	rows('pdflatex latex xelatex lualatex pdftex tex luatex', {
		input: 'code',
		options: {
			...role('write', '-output-directory --output-directory -aux-directory -recorder-file'),
			...data('-interaction -jobname --interaction --jobname -output-format -synctex -kpathsea-debug'),
			...role('script', '-fmt --fmt -lua --lua -cnf-line --cnf-line -translate-file'),
		},
		also: (it) => [
			...expanded(it, /write18\s*\{([^}]*)\}/g),
			...included(it),
			...(it.has('-shell-escape', '--shell-escape', '-enable-write18', '--enable-write18')
				? [opaque('a document that may run commands')]
				: []),
		],
	}),
	rows('man', {
		input: 'data',
		options: {
			...data(
				'-S -s -L --locale -m --systems -k -f -r --prompt -R --recode -E --encoding -e --extension -p --preprocessor',
			),
			...role('shell', '-P --pager -H --html --browser'),
			...role('script', '-C --config-file -M --manpath -T --troff-device -X'),
		},
		also: (it) => {
			const isFile = it.has('-l', '--local-file');
			const files = it.operands.filter((word) => isFile || word.text.includes('/'));
			return [
				...files.flatMap((word) => reads(word, it.scope)),
				...namedInText(includes, it, files),
				...files.flatMap((word) => takesIn(word, it)),
				// Without an attached value, the browser is the one of the environment.
				...(it.words.some(({ text }) => /^(-H|--html)$/.test(text)) ? [opaque('opens a browser')] : []),
			];
		},
	}),
	rows('info', {
		input: 'data',
		options: {
			...data('-n --node -k --apropos --index-search -v --variable'),
			...role('read', '-f --file -d --directory'),
			...role('write', '-o --output --dribble'),
			...role('script', '--restore --init-file'),
		},
		also: (it) => it.operands.filter((word) => word.text.includes('/')).flatMap((word) => reads(word, it.scope)),
	}),
	rows('run-parts', {
		input: 'handed',
		options: data('-a --arg -u --umask --regex'),
		also: (it) =>
			it.operands.flatMap((word) => (it.has('--test', '--list') ? reads(word, it.scope) : interprets(word, it.scope))),
	}),
];

/** Reports command lines with a mark, if an option tells the program to put other words in place of marks. */
function filledLater({ has, words }: Invocation, ...options: readonly string[]): readonly Finding[] {
	const isMarked = words.some(({ text }) => /\{[^{}\s]+\}/.test(text));
	return isMarked && has(...options) ? [opaque('a command line with other words in place of its marks')] : [];
}

/** Judges `start-stop-daemon`. The words after the options are arguments of the program that `--exec` or `--startas` names. */
function started(it: Invocation): readonly Finding[] {
	const programs = it.values('-x', '--exec', '-a', '--startas');
	return [exec(it), ...programs.flatMap((word) => commandOf([word, ...it.operands]))];
}

/** Judges dc. It computes, and passes the words after `!` to a shell. */
function calculated(it: Invocation): readonly Finding[] {
	const codes = it.values('-e', '--expression');
	const text = looked([...codes.map((word) => word.text), it.stdin?.text ?? ''].join('\n'));
	const lines = [...text.matchAll(/!(?![<>=])(.+)/g)].map((match) => shellText(match[1] ?? ''));
	const isWritten = codes.every((word) => word.known && !holdsNames(word));
	const isKnown = isWritten && (it.stdin === undefined || (it.stdin.text !== undefined && !it.stdin.fetched));
	const unknown = it.stdin?.fetched ? runsFetchedCode : opaque('dc can run commands');
	return [...lines, ...it.operands.flatMap((word) => interprets(word, it.scope)), ...(isKnown ? [] : [unknown])];
}

/** Judges a macro language. The gate searches the words and the input for commands of the language that start a shell. */
function expanded(it: Invocation, pattern: RegExp): readonly Finding[] {
	const script = looked([...it.words.map((word) => word.text), it.stdin?.text ?? ''].join('\n'));
	const lines = [...script.matchAll(pattern)].map((match) => shellText(match[1] ?? ''));
	const files = it.operands
		.filter((word) => /^[\w./-]+$/.test(word.text))
		.flatMap((word) => interprets(word, it.scope));
	return [...files, ...lines, opaque(`\`${it.name}\` can run commands`)];
}

/** Reports credentials that a document includes. TeX shows a file that is not TeX in its errors, or prints it. */
function included(it: Invocation): readonly Finding[] {
	const text = looked([...it.words.map((word) => word.text), it.stdin?.text ?? ''].join('\n'));
	const names = [
		...text.matchAll(/\\(?:verbatiminput|lstinputlisting|input|include|openin\\?\w*\s*=?)\s*\{?([^\s{}\\]+)/g),
	];
	return credentialsIn(
		names.map(([, name = '']) => constant(name)),
		it.scope,
	);
}

/**
 * Reports a manual page that may include other files. Threat: a page can build the name of such a file in many ways, and it may be
 * compressed.
 */
function takesIn(word: Word, { scope }: Invocation): readonly Finding[] {
	const path = pathOf(word, scope);
	if (path === undefined || /^\/usr\/(local\/)?share\/man\//.test(path)) return [];
	const text = /\.(gz|bz2|xz|zst|lz|Z)$/.test(path) ? undefined : scope.facts.readText(path);
	const takes = /[.']\s*(so|mso|soquiet|msoquiet|cf|trf|nx|open|opena|sy|pi|pso|psbb)\b/;
	return text === undefined || takes.test(text) ? [opaque(`what the page \`${word.text}\` takes in`)] : [];
}

/** Requests in a manual page that include another file. */
const includes = /^[.']\s*(?:so|mso|soquiet|msoquiet|cf|trf|nx|psbb|hpf|hpfa|fchar)\s+(\S+)/gm;
