import { settingFindings } from '../assignments.ts';
import {
	data,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	privilege,
	role,
	rows,
	secret,
} from '../program.ts';
import { constant, spell, unknown, type Word } from '../word.ts';

/** Programs that start the command in their arguments. */
export const wrappers: readonly Program[] = [
	rows('sudo doas', {
		options: data('-u --user -g --group -h --host -p --prompt -C -D --chdir -R -T -U -r -t'),
		operands: 'command',
		wraps: true,
		also: (it) => [privilege(it.name)],
		examples: {
			'sudo rm -rf dist': ['privilege sudo', 'delete dist recursive'],
			'sudo -u root ls': ['privilege sudo', 'read .'],
		},
	}),
	rows('su runuser', {
		options: { ...data('-s --shell -g -G -w'), ...role('shell', '-c --command --session-command') },
		also: (it) => [privilege(it.name)],
		examples: { "su -c 'rm x'": ['privilege su', 'delete x'], 'su -': ['privilege su'] },
	}),
	rows('pkexec setpriv unshare nsenter chroot gosu su-exec newgrp sg', {
		wraps: true,
		also: (it) => [
			privilege(it.name),
			{ find: 'command', words: it.operands.slice(/^(chroot|gosu|su-exec)$/.test(it.name) ? 1 : 0) },
		],
		examples: { 'chroot /mnt ls': ['privilege chroot', 'read .'] },
	}),
	rows('env', {
		options: data('-u --unset -C --chdir -S --split-string'),
		wraps: true,
		also: environment,
		examples: {
			'env FOO=1 rm x': ['delete x'],
			env: ['secret.read the environment'],
			'env -i ls': ['read .'],
			"env -S 'rm x'": ['delete x'],
			"env -S 'rm -r' x": ['delete x recursive'],
			'env -C src rm x': ['opaque'],
			'env LD_PRELOAD=x ls': ['opaque', 'read .'],
		},
	}),
	rows('time', {
		options: { ...data('-f --format'), ...role('write', '-o --output') },
		operands: 'command',
		wraps: true,
		examples: { 'time rm x': ['delete x'] },
	}),
	rows('nohup setsid builtin unbuffer catchsegv dbus-run-session', {
		operands: 'command',
		wraps: true,
		examples: { 'nohup rm x': ['delete x'], 'setsid -f rm x': ['delete x'] },
	}),
	rows('command', {
		wraps: true,
		also: (it) => (it.has('-v', '-V') ? [] : [{ find: 'command', words: it.operands }]),
		examples: { 'command rm x': ['delete x'], 'command -v rm': [] },
	}),
	rows('exec', { options: data('-a'), operands: 'command', wraps: true, examples: { 'exec rm x': ['delete x'] } }),
	rows('nice', {
		options: data('-n --adjustment'),
		operands: 'command',
		wraps: true,
		examples: { 'nice -n 5 rm x': ['delete x'] },
	}),
	rows('ionice', {
		options: data('-c --class -n --classdata -p'),
		operands: 'command',
		wraps: true,
		examples: { 'ionice -c 3 rm x': ['delete x'] },
	}),
	rows('stdbuf', {
		options: data('-i --input -o --output -e --error'),
		operands: 'command',
		wraps: true,
		examples: { 'stdbuf -oL rm x': ['delete x'] },
	}),
	rows('timeout chrt taskset', {
		options: data('-s --signal -k --kill-after'),
		operands: ['data', 'command'],
		wraps: true,
		examples: { 'timeout 5 rm x': ['delete x'], 'timeout -k 1 5 rm x': ['delete x'] },
	}),
	rows('flock', {
		options: { ...data('-w --timeout -E'), ...role('shell', '-c --command') },
		operands: ['write', 'command'],
		wraps: true,
		examples: { 'flock lock rm x': ['write lock', 'delete x'] },
	}),
	rows('strace ltrace', {
		options: { ...data('-e -p -s -u'), ...role('write', '-o') },
		operands: 'command',
		wraps: true,
		examples: { 'strace -f rm x': ['delete x'] },
	}),
	rows('watch', {
		options: data('-n --interval'),
		wraps: true,
		also: ({ operands }) => [shellOf(operands)],
		examples: { "watch -n 1 'rm x'": ['delete x'] },
	}),
	rows('script', {
		options: role('shell', '-c --command'),
		operands: 'write',
		examples: { "script -c 'rm x' /dev/null": ['delete x'] },
	}),
	rows('busybox toybox', { operands: 'command', wraps: true, examples: { 'busybox rm -r d': ['delete d recursive'] } }),
	rows('xargs gxargs', {
		options: {
			...data('-I -n --max-args -L -P --max-procs -s -d --delimiter -E'),
			...role('read', '-a --arg-file'),
		},
		wraps: true,
		also: xargs,
		examples: {
			'xargs rm': ['opaque'],
			'git ls-files | xargs wc -l': ['read .', 'read **'],
			'find . -type f | xargs rm': ['read .', 'delete **'],
			'echo a b | xargs rm': ['delete a', 'delete b'],
			"printf 'a b\\nc\\n' | xargs -I{} rm {}": ['delete a b', 'delete c'],
			'printf a,b | xargs -d, rm': ['delete a', 'delete b'],
			'ls | xargs -I{} echo {}': ['read .'],
		},
	}),
	rows('parallel', { also: () => [opaque('runs a command on every input')], examples: { 'parallel rm': ['opaque'] } }),
];

function shellOf(words: readonly Word[]): Finding {
	const known = words.every((word) => word.known);
	const text = words.map((word) => word.text).join(' ');
	return { find: 'shell', source: known ? constant(text) : unknown(text) };
}

function environment(it: Invocation): readonly Finding[] {
	const first = it.operands.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word.prefix));
	const settings = first < 0 ? it.operands : it.operands.slice(0, first);
	const found = settings.flatMap((word) => {
		const [name = ''] = word.prefix.split('=');
		return settingFindings(name, constant(word.text.slice(name.length + 1)));
	});
	const [line] = it.values('-S', '--split-string');
	if (line !== undefined)
		return [...found, shellOf([line, ...it.operands.map((word) => ({ ...word, text: spell(word) }))])];
	if (first >= 0) return [...found, { find: 'command', words: it.operands.slice(first) }];
	return [...found, secret('the environment')];
}

/** What is fed to xargs becomes arguments; where that is not known, one argument is not. */
function xargs(it: Invocation): readonly Finding[] {
	const command = it.operands.length === 0 ? [constant('echo')] : it.operands;
	const mark = markOf(it);
	if (mark === undefined) return [{ find: 'command', words: [...command, ...fedWords(it)] }];
	const names = it.stdin?.names;
	const lines = names?.map((name) => [name]) ?? fedLines(it)?.map((line) => [constant(line)]) ?? [undefined];
	return lines.map((line) => ({ find: 'command', words: command.flatMap((word) => replaced(word, mark, line)) }));
}

/** `-I{}`: what stands for a line; anything else than that is not told apart. */
function markOf({ has, values }: Invocation): string | undefined {
	const [given] = values('-I', '--replace');
	return given?.text ?? (has('-i', '-I', '--replace') ? '{}' : undefined);
}

function replaced(word: Word, mark: string, line: readonly Word[] | undefined): readonly Word[] {
	if (mark === '' || !word.text.includes(mark)) return [word];
	const [only] = line ?? [];
	if (only === undefined || !word.known) return [unknown(word.text)];
	if (word.text === mark) return line ?? [];
	return only.pattern ? [unknown(word.text)] : [constant(word.text.replaceAll(mark, only.text))];
}

const mostLines = 64;

/** The lines that are put in place of the mark, without the blanks before them. */
function fedLines({ stdin, has }: Invocation): readonly string[] | undefined {
	const text = stdin?.text;
	if (text === undefined || /["'\\]/.test(text) || has('-a', '--arg-file', '-0', '--null', '-d', '--delimiter', '-i'))
		return undefined;
	const lines = text.split('\n').map((line) => line.replace(/^[ \t]+/, ''));
	const filled = lines.filter((line) => line !== '');
	return filled.length <= mostLines ? filled : undefined;
}

function fedWords(it: Invocation): readonly Word[] {
	const { stdin, has, values } = it;
	if (has('-a', '--arg-file')) return [unknown('the words of a file')];
	if (stdin?.names !== undefined) return stdin.names;
	const text = stdin?.text;
	if (text === undefined || text.length > 10_000) return [unknown('what it is fed')];
	const separator = has('-0', '--null')
		? '\0'
		: has('-d', '--delimiter')
			? (values('-d', '--delimiter')[0]?.text ?? '')
			: undefined;
	if (separator !== undefined) {
		if (separator.length !== 1) return [unknown('what it is fed')];
		const items = text.split(separator);
		return (items.at(-1) === '' ? items.slice(0, -1) : items).map(constant);
	}
	if (/["'\\]/.test(text)) return [unknown('what it is fed')];
	return text
		.split(/[ \t\n]+/)
		.filter((word) => word !== '')
		.map(constant);
}
