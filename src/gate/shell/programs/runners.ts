import { commandOf, looked, meaningsOf, type Saying, shellOf, shellText } from '../carried.ts';
import {
	data,
	environmentShown,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	privilege,
	role,
	rows,
} from '../program.ts';
import { contacts, credentialsIn, reads, runsFile } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** Programs that run a command when something changes, in another terminal, under a debugger, or by a manager. */
export const runners = (): readonly Program[] => [
	rows('watch viddy', {
		input: 'ignored',
		keepsVariables: true,
		options: data('-n --interval -q --equexit'),
		wraps: true,
		also: ({ operands }) => [shellOf(operands)],
	}),
	rows('entr', {
		input: 'data',
		wraps: true,
		also: (it) => (it.has('-s') ? [shellOf(it.operands.slice(0, 1))] : commandOf(it.operands)),
	}),
	rows('nodemon', {
		input: 'data',
		options: {
			...data('-w --watch -e --ext -i --ignore --delay --signal'),
			...role('shell', '-x --exec'),
			...role('script', '-r --require'),
		},
		wraps: true,
		also: (it) => (it.has('-x', '--exec') ? [] : it.operands.slice(0, 1).flatMap((word) => runsFile(word, it.scope))),
	}),
	rows('chokidar', {
		input: 'data',
		options: { ...data('-d --debounce -t --throttle -i --ignore'), ...role('shell', '-c --command') },
	}),
	rows('watchexec reflex onchange wgo gow fswatch-run watchman-make', {
		input: 'data',
		options: {
			...data('-e --exts -w --watch -i --ignore -f --filter -s --signal -r --regex -g --glob -d --delay --shell'),
			...role('shell', '-c --command --run'),
		},
		wraps: true,
		also: (it) => {
			const at = it.words.findIndex((word) => word.text === '--');
			const command = at >= 0 ? it.words.slice(at + 1) : it.name === 'onchange' ? [] : it.operands;
			return command.length === 0 ? [] : [shellOf(command)];
		},
	}),
	rows('concurrently hyperfine', {
		input: 'data',
		options: {
			...data('-n --names -c --prefix -w --warmup -r --runs -m -M --max-processes'),
			...role('shell', '--prepare -p --setup -s --cleanup --conclude --reference'),
			...role('write', '--export-json --export-markdown --export-csv'),
		},
		operands: 'shell',
	}),
	rows('tmux', {
		input: 'data',
		options: { ...data('-L -S -T'), ...role('shell', '-c'), ...role('script', '-f') },
		wraps: true,
		also: tmux,
	}),
	rows('screen dtach abduco zellij', {
		input: 'data',
		options: { ...data('-S -t -p -T -e'), ...role('script', '-c') },
		wraps: true,
		also: screen,
	}),
	rows('xterm urxvt rxvt konsole gnome-terminal alacritty kitty xfce4-terminal lxterminal', {
		input: 'data',
		options: data('-T -geometry -fn -bg -fg --title --working-directory'),
		wraps: true,
		also: (it) => {
			const at = it.words.findIndex((word) => /^(-e|-x|--|--command)$/.test(word.text));
			const display = it.words.flatMap((word, i) =>
				/^--?display$/.test(it.words[i - 1]?.text ?? '') ? contacts(word, it.scope) : [],
			);
			const tied = display.length > 0 ? [opaque('reverse shell: a terminal on another machine')] : [];
			return [exec(it), ...display, ...tied, ...(at < 0 ? [] : [shellOf(it.words.slice(at + 1))])];
		},
	}),
	rows('systemd-run', {
		input: 'shell',
		startsIn: '--working-directory',
		options: data(
			'-p --property -E --setenv -u --unit -M --machine -H --host --uid --gid --on-active --on-calendar --working-directory --slice --description -d',
		),
		wraps: true,
		also: (it) => [privilege('has the manager of services run it'), ...commandOf(it.operands)],
	}),
	rows('start-stop-daemon daemonize', {
		input: 'data',
		options: {
			...data('-p --pidfile -u --user -n --name -c --chuid -d --chdir -s --signal -R --retry'),
			...data('-x --exec -a --startas'),
		},
		wraps: true,
		also: (it) => [
			exec(it),
			...it.values('-x', '--exec', '-a', '--startas').flatMap((word) => commandOf([word, ...it.operands])),
		],
	}),
	rows('gdb lldb', {
		input: 'data',
		options: {
			...data('-p --pid -d --directory -iex'),
			...role('script', '-x --command -s --source'),
			...role('data', '-ex --eval-command -o --one-line -ix'),
		},
		also: debugged,
	}),
	rows('m4', {
		input: 'data',
		options: data('-D -I -U'),
		also: (it) => expanded(it, /e?syscmd\(\s*[`'"[]*([^)'"\]]*)/g),
	}),
	rows('dc', {
		input: 'data',
		options: { ...data('-e --expression'), ...role('script', '-f --file') },
		also: (it) => {
			const text = looked(
				[...it.values('-e', '--expression').map((word) => word.text), it.stdin?.text ?? ''].join('\n'),
			);
			const lines = [...text.matchAll(/!(?![<>=])(.+)/g)].map((match) => shellText(match[1] ?? ''));
			const isKnown = it.stdin === undefined || it.stdin.text !== undefined;
			return [
				...lines,
				...it.operands.flatMap((word) => runsFile(word, it.scope)),
				...(isKnown ? [] : [opaque('dc can run commands')]),
			];
		},
		// It prints numbers as letters.
		decodes: () => true,
	}),
	rows('gnuplot', {
		input: 'data',
		options: role('data', '-e'),
		also: (it) => expanded(it, /(?:^|[\n;])\s*(?:!|system\(?)\s*['"]?([^'"\n;]*)/g),
	}),
	rows('pdflatex latex xelatex lualatex pdftex tex luatex', {
		input: 'data',
		also: (it) => [
			...expanded(it, /write18\s*\{([^}]*)\}/g),
			...(it.has('-shell-escape', '--shell-escape') ? [opaque('a document that may run commands')] : []),
		],
	}),
	rows('man info', {
		input: 'data',
		options: {
			...role('shell', '-P --pager -H --html'),
			...role('read', '-C --config-file'),
			...data('-M -S -s -L -k -f'),
		},
		also: (it) => it.operands.filter((word) => word.text.includes('/')).flatMap((word) => reads(word, it.scope)),
	}),
	rows('run-parts', { input: 'data', also: (it) => it.operands.flatMap((word) => runsFile(word, it.scope)) }),
];

const tmuxSayings: readonly Saying[] = [
	{ operands: /^(source|source-file|set-hook|if-shell|if)\b/, means: [opaque('tmux runs what it is told')] },
];

/** Commands of tmux that take a command line, and keys that are typed into one. */
function tmux(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const words = withoutOptions(rest, /^-[tcnsFexyA]$/);
	if (/^(send-keys|send)$/.test(verb?.text ?? '')) {
		const keys = words.filter((word) => !/^(Enter|C-\w|Space|Tab|Escape|KPEnter)$/.test(word.text));
		return [exec(it), ...(keys.length > 0 ? [shellOf(keys)] : [])];
	}
	const runs =
		/^(new|new-session|neww|new-window|splitw|split-window|respawn-pane|respawn-window|run|run-shell|pipe-pane|pipep|popup|display-popup|if|if-shell)$/;
	const isRun = runs.test(verb?.text ?? '') && words.length > 0;
	return [exec(it), ...meaningsOf(it, tmuxSayings), ...(isRun ? [shellOf(words)] : [])];
}

function withoutOptions(words: readonly Word[], takesValue: RegExp): readonly Word[] {
	const first = words.findIndex((word, i) => !word.text.startsWith('-') && !takesValue.test(words[i - 1]?.text ?? ''));
	return first < 0 ? [] : words.slice(first);
}

function screen(it: Invocation): readonly Finding[] {
	const at = it.words.findIndex((word) => word.text === '-X');
	if (at < 0) return [exec(it), ...commandOf(it.operands)];
	const [verb, ...rest] = it.words.slice(at + 1);
	const typed = rest.map((word) => ({ ...word, text: word.text.replace(/(\\n|\\r|\^M|\n)+$/, '') }));
	return [
		exec(it),
		...(/^(stuff|exec|screen|readreg)$/.test(verb?.text ?? '') && typed.length > 0 ? [shellOf(typed)] : []),
	];
}

function debugged(it: Invocation): readonly Finding[] {
	const lines = it.values('-ex', '--eval-command', '-o', '--one-line', '-ix', '-iex').flatMap((word) => {
		const line =
			/^\s*(?:shell|!|pipe|platform shell|make)\s*(.*)$/s.exec(word.text)?.[1] ??
			/\bsystem\s*\(\s*["'](.*)["']/s.exec(word.text)?.[1];
		return line === undefined ? [] : [shellText(line)];
	});
	const at = it.words.findIndex((word) => /^--?args$|^--$/.test(word.text));
	const told = it.values('-ex', '--eval-command', '-o', '--one-line', '-ix', '-iex').map((word) => word.text);
	const shows = told.some((text) => /\benviron|\benv-vars\b|\b_environ\b|^\s*info\s+auxv|\bgetenv\b/.test(text));
	const attached =
		it.has('-p', '--pid', '--attach-pid', '--attach-name') ||
		told.some((text) => /^\s*(attach|process attach|gcore|generate-core)/.test(text));
	return [
		opaque('a debugger, which can run commands'),
		...(shows ? [environmentShown] : []),
		...(attached ? [privilege('reads the memory of another process')] : []),
		...told
			.filter((text) => /^\s*(source|restore|dump|add-symbol|command script import)\b/.test(text))
			.flatMap((text) => credentialsIn(text.trim().split(/\s+/).map(constant), it.scope)),
		...lines,
		...(at < 0 ? [] : commandOf(it.words.slice(at + 1))),
	];
}

/** A language of macros: its own way to a shell is looked for in what is given or fed. */
function expanded(it: Invocation, pattern: RegExp): readonly Finding[] {
	const script = looked([...it.words.map((word) => word.text), it.stdin?.text ?? ''].join('\n'));
	const lines = [...script.matchAll(pattern)].map((match) => shellText(match[1] ?? ''));
	const files = it.operands.filter((word) => /^[\w./-]+$/.test(word.text)).flatMap((word) => runsFile(word, it.scope));
	return [...files, ...lines, opaque(`\`${it.name}\` can run commands`)];
}
