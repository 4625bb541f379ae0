import { commandOf, meaningsOf, type Saying, shellOf, shellText } from '../carried.ts';
import {
	data,
	environmentShown,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	role,
	rows,
} from '../program.ts';
import { contacts, interprets, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** Programs that run a command in its own terminal. */
export const terminals = (): readonly Program[] => [
	rows('tmux', {
		input: 'judged',
		options: { ...data('-L -S -T'), ...role('shell', '-c'), ...role('script', '-f') },
		wraps: true,
		also: (it) => [exec(it), ...tmux(it)],
	}),
	rows('screen', {
		input: 'ignored',
		options: {
			...data('-S -t -p -T -e -h -r -x'),
			...role('script', '-c'),
			...role('write', '-Logfile'),
			...role('shell', '-s'),
		},
		wraps: true,
		also: screen,
	}),
	rows('dtach', {
		input: 'judged',
		options: { ...data('-A -c -n -N -a -p -e -r'), ...data('-T') },
		wraps: true,
		also: session,
	}),
	rows('abduco', {
		input: 'judged',
		options: data('-e'),
		wraps: true,
		also: (it) => session({ ...it, operands: it.operands.slice(1) }),
	}),
	rows('zellij', {
		input: 'ignored',
		options: {
			...data('-s --session --max-panes'),
			...role('script', '-c --config --config-dir -l --layout -n --new-session-with-layout'),
		},
		wraps: true,
		also: zellij,
	}),
	rows('xterm urxvt rxvt konsole gnome-terminal alacritty kitty xfce4-terminal lxterminal', {
		input: 'ignored',
		startsIn: '--working-directory --workdir --directory',
		options: {
			...data(
				'-display --display -T -geometry -fn -bg -fg --title --working-directory --workdir --directory -o --option',
			),
			...role('write', '-lf'),
			...role('script', '--session --config-file --config -xrm'),
		},
		wraps: true,
		also: terminal,
	}),
];

const tmuxSayings: readonly Saying[] = [
	{
		operands:
			/^(source|source-file|set|set-option|setw|set-window-option|set-hook|bind|bind-key|command-prompt|confirm|confirm-before|if-shell|if)\b/,
		means: [opaque('tmux runs what it is told')],
	},
	{ operands: /^(show-environment|showenv)\b/, means: [environmentShown] },
];

/** Judges tmux. A call may contain several commands, separated by `;`. In control mode, the input contains commands. */
function tmux(it: Invocation): readonly Finding[] {
	const { commands } = it.operands.reduce<{ commands: Word[][] }>(
		({ commands }, word) => {
			const isEnd = /(^|[^\\]);$/.test(word.text);
			const text = isEnd ? word.text.slice(0, -1) : word.text;
			if (text !== '') commands.at(-1)?.push({ ...word, text });
			if (isEnd) commands.push([]);
			return { commands };
		},
		{ commands: [[]] },
	);
	const fed = it.has('-C', '-CC') && it.stdin !== undefined ? [opaque('tmux runs what it is told')] : [];
	const lines = it.has('-C', '-CC') ? (it.stdin?.text ?? '').split('\n').filter((line) => line.trim() !== '') : [];
	const formats = it.words.flatMap((word) =>
		[...word.text.matchAll(/#\(([^)]*)\)/g)].map(([, line = '']) => shellText(line)),
	);
	return [
		...commands.flatMap((words) => tmuxCommand(words, it)),
		...lines.map((line): Finding => shellText(`tmux ${line}`)),
		...fed,
		...formats,
	];
}

/** Judges a command of tmux that takes a command line, or that types keys into a terminal. */
function tmuxCommand([verb, ...rest]: readonly Word[], it: Invocation): readonly Finding[] {
	const name = verb?.text ?? '';
	const words = withoutOptions(rest, /^-[tcnsFexyA]$/);
	if (/^(send-keys|send)$/.test(name)) {
		const keys = words.filter((word) => !/^(Enter|C-\w|Space|Tab|Escape|KPEnter)$/.test(word.text));
		return keys.length > 0 ? [shellOf(keys)] : [];
	}
	const runs =
		/^(new|new-session|neww|new-window|splitw|split-window|respawn-pane|respawnp|respawn-window|respawnw|run|run-shell|pipe-pane|pipep|popup|display-popup|if|if-shell)$/;
	const meant = meaningsOf({ ...it, operands: verb === undefined ? [] : [verb, ...rest] }, tmuxSayings);
	const saved = /^(save-buffer|saveb)$/.test(name) ? words.slice(-1).flatMap((word) => writes(word, it.scope)) : [];
	const loaded = /^(source-file|source|load-buffer|loadb)$/.test(name)
		? words.flatMap((word) => interprets(word, it.scope))
		: [];
	return [...meant, ...saved, ...loaded, ...(runs.test(name) && words.length > 0 ? [shellOf(words)] : [])];
}

function withoutOptions(words: readonly Word[], takesValue: RegExp): readonly Word[] {
	const first = words.findIndex((word, i) => !word.text.startsWith('-') && !takesValue.test(words[i - 1]?.text ?? ''));
	return first < 0 ? [] : words.slice(first);
}

function screen(it: Invocation): readonly Finding[] {
	const at = it.words.findIndex((word) => word.text === '-X');
	if (at < 0) return [exec(it), ...commandOf(it.operands), ...oldLog(it)];
	const [verb, ...rest] = it.words.slice(at + 1);
	const typed = rest.map((word) => ({ ...word, text: word.text.replace(/(\\n|\\r|\^M|\n)+$/, '') }));
	const name = verb?.text ?? '';
	return [
		exec(it),
		...(/^(stuff|exec|screen|readreg|eval|register|paste)$/.test(name) && typed.length > 0 ? [shellOf(typed)] : []),
		...(/^(logfile|hardcopy|writebuf|source)$/.test(name) ? typed.flatMap((word) => writes(word, it.scope)) : []),
	];
}

/** Judges `-L` of old versions, where the name of the log is the next word. */
function oldLog(it: Invocation): readonly Finding[] {
	const [file, ...command] = it.operands;
	return it.has('-L') && file?.text.includes('/') ? [...writes(file, it.scope), ...commandOf(command)] : [];
}

/** Judges a session. `-p` types the input into a running session. */
function session(it: Invocation): readonly Finding[] {
	return [exec(it), ...(it.has('-p') ? [{ find: 'feed' as const }] : commandOf(it.operands))];
}

/** Judges `zellij run -- command` and `zellij action write-chars text`. */
function zellij(it: Invocation): readonly Finding[] {
	const at = it.words.findIndex((word) => word.text === '--');
	const typed = it.words.findIndex((word) => word.text === 'write-chars');
	return [
		exec(it),
		...(at < 0 ? [] : commandOf(it.words.slice(at + 1))),
		...(typed < 0 || it.words.length === typed + 1 ? [] : [shellOf(it.words.slice(typed + 1))]),
	];
}

function terminal(it: Invocation): readonly Finding[] {
	const at = it.words.findIndex((word) => /^(-e|-x|--|--command)$/.test(word.text));
	const attached = it.words.flatMap(({ text }) => /^--command=(.*)$/s.exec(text)?.[1] ?? []);
	const display = it.words.flatMap((word, i) =>
		/^--?display$/.test(it.words[i - 1]?.text ?? '') ? contacts(word, it.scope) : [],
	);
	const tied = display.length > 0 ? [opaque('reverse shell: a terminal on another machine')] : [];
	const command = at < 0 ? attached.map((text) => constant(text)) : it.words.slice(at + 1);
	return [exec(it), ...display, ...tied, ...(command.length === 0 ? commandOf(it.operands) : [shellOf(command)])];
}
