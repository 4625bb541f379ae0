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
		options: data('-n --interval -q --equexit'),
		wraps: true,
		also: ({ operands }) => [shellOf(operands)],
		examples: { "watch -n 1 'rm x'": ['delete x'] },
	}),
	rows('entr', {
		wraps: true,
		also: (it) => (it.has('-s') ? [shellOf(it.operands.slice(0, 1))] : commandOf(it.operands)),
		examples: { 'ls | entr rm d': ['read .', 'delete d'], "ls | entr -s 'rm d'": ['read .', 'delete d'] },
	}),
	rows('nodemon', {
		options: {
			...data('-w --watch -e --ext -i --ignore --delay --signal'),
			...role('shell', '-x --exec'),
			...role('script', '-r --require'),
		},
		wraps: true,
		also: (it) => (it.has('-x', '--exec') ? [] : it.operands.slice(0, 1).flatMap((word) => runsFile(word, it.scope))),
		examples: { "nodemon -x 'rm d'": ['delete d'], 'nodemon a.js': ['exec a.js'] },
	}),
	rows('chokidar', {
		options: { ...data('-d --debounce -t --throttle -i --ignore'), ...role('shell', '-c --command') },
		examples: { "chokidar 'src/**' -c 'rm d'": ['delete d'] },
	}),
	rows('watchexec reflex onchange wgo gow fswatch-run watchman-make', {
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
		examples: {
			'watchexec -e ts rm d': ['delete d'],
			"onchange 'src/**' -- rm d": ['delete d'],
		},
	}),
	rows('concurrently hyperfine', {
		options: {
			...data('-n --names -c --prefix -w --warmup -r --runs -m -M --max-processes'),
			...role('shell', '--prepare -p --setup -s --cleanup --conclude --reference'),
			...role('write', '--export-json --export-markdown --export-csv'),
		},
		operands: 'shell',
		examples: {
			"concurrently 'rm d' 'ls'": ['delete d', 'read .'],
			"hyperfine --prepare 'rm d' ls": ['delete d', 'read .'],
		},
	}),
	rows('tmux', {
		options: { ...data('-L -S -T'), ...role('shell', '-c'), ...role('script', '-f') },
		wraps: true,
		also: tmux,
		examples: {
			"tmux new-session -d 'rm d'": ['exec tmux', 'delete d'],
			"tmux send-keys -t x 'rm d' Enter": ['exec tmux', 'delete d'],
			'tmux ls': ['exec tmux'],
		},
	}),
	rows('screen dtach abduco zellij', {
		options: { ...data('-S -t -p -T -e'), ...role('script', '-c') },
		wraps: true,
		also: screen,
		examples: {
			'screen -dm rm d': ['exec screen', 'delete d'],
			"screen -S x -X stuff 'rm d\\n'": ['exec screen', 'delete d'],
		},
	}),
	rows('xterm urxvt rxvt konsole gnome-terminal alacritty kitty xfce4-terminal lxterminal', {
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
		examples: {
			'xterm -e rm d': ['exec xterm', 'delete d'],
			'xterm -display e.example:0': ['exec xterm', 'network e.example', 'opaque'],
		},
	}),
	rows('systemd-run', {
		options: data(
			'-p --property -E --setenv -u --unit -M --machine -H --host --uid --gid --on-active --on-calendar --working-directory --slice --description -d',
		),
		wraps: true,
		also: (it) => [privilege('has the manager of services run it'), ...commandOf(it.operands)],
		examples: { 'systemd-run rm d': ['privilege has the manager of services run it', 'delete d'] },
	}),
	rows('start-stop-daemon daemonize', {
		options: {
			...data('-p --pidfile -u --user -n --name -c --chuid -d --chdir -s --signal -R --retry'),
			...data('-x --exec -a --startas'),
		},
		wraps: true,
		also: (it) => [
			exec(it),
			...it.values('-x', '--exec', '-a', '--startas').flatMap((word) => commandOf([word, ...it.operands])),
		],
		examples: { 'start-stop-daemon --start --exec /bin/rm -- d': ['exec start-stop-daemon', 'delete d'] },
	}),
	rows('gdb lldb', {
		options: {
			...data('-p --pid -d --directory -iex'),
			...role('script', '-x --command -s --source'),
			...role('data', '-ex --eval-command -o --one-line -ix'),
		},
		also: debugged,
		examples: {
			"gdb -batch -ex 'shell rm d'": ['opaque', 'delete d'],
			"gdb -batch -ex 'show environment' true": ['opaque', 'secret.read the environment'],
			'gdb -p 1': ['opaque', 'privilege reads the memory of another process'],
			'gdb --args rm d': ['opaque', 'delete d'],
			"gdb -ex '!rm d'": ['opaque', 'delete d'],
		},
	}),
	rows('m4', {
		options: data('-D -I -U'),
		also: (it) => expanded(it, /e?syscmd\(\s*[`'"[]*([^)'"\]]*)/g),
		examples: { "echo 'syscmd(`rm d'\\'')' | m4": ['opaque', 'delete d'], 'm4 a.m4': ['exec a.m4', 'opaque'] },
	}),
	rows('dc', {
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
		examples: {
			"dc -e '2 3 + p'": [],
			"dc -e '!rm d'": ['delete d'],
			"dc <<< '!rm d'": ['delete d'],
			'dc a': ['exec a'],
			'dc -e 1936548976P | sh': ['opaque'],
		},
	}),
	rows('gnuplot', {
		options: role('data', '-e'),
		also: (it) => expanded(it, /(?:^|[\n;])\s*(?:!|system\(?)\s*['"]?([^'"\n;]*)/g),
		examples: { 'gnuplot -e \'system "rm d"\'': ['opaque', 'delete d'], 'gnuplot a.plt': ['exec a.plt', 'opaque'] },
	}),
	rows('pdflatex latex xelatex lualatex pdftex tex luatex', {
		also: (it) => [
			...expanded(it, /write18\s*\{([^}]*)\}/g),
			...(it.has('-shell-escape', '--shell-escape') ? [opaque('a document that may run commands')] : []),
		],
		examples: {
			"pdflatex --shell-escape '\\write18{rm d}'": ['opaque', 'delete d'],
			'pdflatex a.tex': ['exec a.tex', 'opaque'],
		},
	}),
	rows('man info', {
		options: {
			...role('shell', '-P --pager -H --html'),
			...role('read', '-C --config-file'),
			...data('-M -S -s -L -k -f'),
		},
		also: (it) => it.operands.filter((word) => word.text.includes('/')).flatMap((word) => reads(word, it.scope)),
		examples: { 'man ls': [], "man -P 'rm d' ls": ['delete d'] },
	}),
	rows('run-parts', {
		also: (it) => it.operands.flatMap((word) => runsFile(word, it.scope)),
		examples: { 'run-parts hooks': ['exec hooks'] },
	}),
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
