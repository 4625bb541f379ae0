import { commandOf, namedProgram, shellOf, wordAfter } from '../carried.ts';
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
	secret,
} from '../program.ts';
import { writes } from '../roles.ts';
import { settingFindings } from '../settings.ts';
import { isSecretName } from '../state.ts';
import { spell, type Word } from '../word.ts';

/** Programs that start the command in their arguments. */
export const wrappers = (): readonly Program[] => [
	rows('envsubst', { input: 'data', also: substituted }),
	rows('sudo doas', {
		input: 'data',
		options: data('-u --user -g --group -h --host -p --prompt -C -D --chdir -R -T -U -r -t'),
		operands: 'command',
		wraps: true,
		also: (it) => [privilege(it.name)],
	}),
	rows('su runuser', {
		input: 'data',
		options: { ...data('-s --shell -g -G -w'), ...role('shell', '-c --command --session-command') },
		also: (it) => [privilege(it.name)],
	}),
	rows('pkexec setpriv unshare nsenter chroot gosu su-exec newgrp sg capsh run0', {
		input: 'data',
		options: {
			...data('-u --user --reuid --regid --groups --caps --target -t --root -S -G -w --wd'),
			...role('shell', '-c'),
		},
		wraps: true,
		also: (it) => [
			privilege(it.name),
			{ find: 'command', words: it.operands.slice(/^(chroot|gosu|su-exec)$/.test(it.name) ? 1 : 0) },
		],
	}),
	rows('env', {
		input: 'data',
		options: data('-u --unset -C --chdir -S --split-string -a --argv0'),
		wraps: true,
		also: environment,
	}),
	rows('time', {
		input: 'data',
		options: { ...data('-f --format'), ...role('write', '-o --output') },
		operands: 'command',
		wraps: true,
	}),
	rows('nohup setsid builtin unbuffer catchsegv dbus-run-session', { input: 'data', operands: 'command', wraps: true }),
	rows(
		'dbus-launch fakeroot eatmydata nocache caffeinate xvfb-run chronic ifne systemd-cat run-one nq setarch linux32 linux64 i386 x86_64 rlwrap firejail heaptrack op-run proxychains proxychains4 torsocks torify tsocks cgexec with-contenv',
		{
			input: 'data',
			options: data(
				'-g --sticky -s --server-args -n --server-num -w --profile --why --who --what --mode -t --identifier',
			),
			operands: 'command',
			wraps: true,
		},
	),
	rows('cpulimit softlimit chpst', {
		input: 'data',
		options: data('-l --limit -u -U -e -m -d -o -p -c -f -r -s -t -b -n -/ -a'),
		operands: 'command',
		wraps: true,
	}),
	rows('faketime envdir setlock', {
		input: 'data',
		options: data('-f -m'),
		operands: ['data', 'command'],
		wraps: true,
	}),
	rows(
		'prlimit numactl perf valgrind rr choom systemd-inhibit aws-vault chamber doppler direnv mise asdf dotenv dotenvx infisical teller envchain with-secrets',
		{
			input: 'data',
			options: data('-o --output -e --event -p --pid -F --tool --log-file -n -C --project --config'),
			wraps: true,
			also: carriedBehind,
		},
	),
	rows('proot', {
		input: 'data',
		options: data('-r -b -w -q -R -S --rootfs --bind --cwd --qemu'),
		wraps: true,
		also: (it) => [anotherView, ...commandOf(it.operands)],
	}),
	rows('bwrap', { input: 'data', also: (it) => [anotherView, ...commandOf(behindPairs(it.words))] }),
	rows('command', {
		input: 'ignored',
		wraps: true,
		also: (it) => (it.has('-v', '-V') ? [] : [{ find: 'command', words: it.operands }]),
		printsPath: (it) => (it.has('-v', '-V') ? namedProgram(it) : undefined),
	}),
	rows('exec', { input: 'ignored', options: data('-a'), operands: 'command', wraps: true }),
	rows('nice', { input: 'data', options: data('-n --adjustment'), operands: 'command', wraps: true }),
	rows('ionice', { input: 'data', options: data('-c --class -n --classdata -p'), operands: 'command', wraps: true }),
	rows('stdbuf', {
		input: 'data',
		options: data('-i --input -o --output -e --error'),
		operands: 'command',
		wraps: true,
	}),
	rows('timeout chrt taskset', {
		input: 'data',
		options: data('-s --signal -k --kill-after'),
		operands: ['data', 'command'],
		wraps: true,
	}),
	rows('flock', {
		input: 'data',
		options: { ...data('-w --timeout -E --conflict-exit-code'), ...role('shell', '-c --command') },
		wraps: true,
		also: locked,
	}),
	rows('script', { input: 'data', options: role('shell', '-c --command'), operands: 'write' }),
	rows('busybox toybox', { input: 'data', operands: 'command', wraps: true }),
];

function environment(it: Invocation): readonly Finding[] {
	// Any name will do, also one that is none of a variable: functions of bash are handed on so.
	const first = it.operands.findIndex((word) => !/^[^=]+=/.test(word.prefix));
	const settings = first < 0 ? it.operands : it.operands.slice(0, first);
	const found = settings.flatMap((word) => {
		const [name = ''] = word.prefix.split('=');
		return settingFindings(name, wordAfter(word, name.length + 1));
	});
	const [line] = it.values('-S', '--split-string');
	if (line !== undefined)
		return [...found, shellOf([line, ...it.operands.map((word) => ({ ...word, text: spell(word) }))])];
	if (first >= 0) return [...found, { find: 'command', words: it.operands.slice(first) }];
	return [...found, environmentShown];
}

/** `flock file command…`, `flock file -c line`, `flock descriptor`. */
function locked(it: Invocation): readonly Finding[] {
	const [file, ...command] = it.operands;
	if (file === undefined || /^\d+$/.test(file.text)) return [];
	const [option, line] = command;
	const isLine = /^(-c|--command)$/.test(option?.text ?? '') && line !== undefined;
	return [...writes(file, it.scope), ...(isLine ? [shellOf([line])] : commandOf(command))];
}

const verbs =
	/^(record|stat|trace|report|annotate|top|list|bench|exec|run|replay|pack|ps|login|add|ls|export|status|allow|deny|hook|use|install|current|secrets|setup|get|activate)$/;

/** The command stands behind `--`, or begins at the first operand that is no word of the carrier's own. */
function carriedBehind(it: Invocation): readonly Finding[] {
	const dashes = it.words.findIndex((word) => word.text === '--');
	const isNamed = verbs.test(it.operands[0]?.text ?? '');
	const behind =
		dashes >= 0
			? it.words.slice(dashes + 1)
			: isNamed
				? afterOptions(it.operands.slice(/^(direnv|aws-vault|chamber|envchain)$/.test(it.name) ? 2 : 1))
				: it.operands;
	const shows =
		/^(doppler|infisical|chamber)$/.test(it.name) &&
		/^(secrets|export|read|list|get)$/.test(it.operands[0]?.text ?? '');
	return [
		exec(it),
		...(shows ? [secret('secrets of the project')] : []),
		...(/^(report|list|ls|secrets|status)$/.test(it.operands[0]?.text ?? '') ? [] : commandOf(behind)),
	];
}

function afterOptions(words: readonly Word[]): readonly Word[] {
	const first = words.findIndex((word) => !word.text.startsWith('-'));
	return first < 0 ? [] : words.slice(first);
}

const anotherView = opaque('a program in another view of the files');

/** Options of bwrap take two values, one or none; the command stands behind them. */
function behindPairs(words: readonly Word[]): readonly Word[] {
	const pairs = /^--((ro-|dev-)?bind(-try|-data|-fd)?|ro-bind-data|symlink|setenv|file|chmod|overlay)$/;
	const flags = /^--(unshare-\S+|share-net|die-with-parent|new-session|clearenv|as-pid-1|disable-userns|level-prefix)$/;
	let at = 0;
	while (words[at]?.text.startsWith('--') === true) {
		const name = words[at]?.text ?? '';
		if (name === '--') return words.slice(at + 1);
		at += flags.test(name) ? 1 : pairs.test(name) ? 3 : 2;
	}
	return words.slice(at);
}

/** It prints the variables that the text which it is fed names. */
function substituted(it: Invocation): readonly Finding[] {
	const text = it.stdin?.text;
	if (text === undefined) return [opaque('which variables are shown cannot be known')];
	const names = [...text.matchAll(/\$\{?(\w+)/g)].map((match) => match[1] ?? '');
	return names.filter(isSecretName).map((name) => secret(`$${name}`));
}
