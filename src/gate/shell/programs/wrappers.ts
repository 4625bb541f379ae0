import { commandOf, shellOf, wordAfter } from '../carried.ts';
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
	rows('envsubst', {
		also: substituted,
		examples: {
			"envsubst <<< 'a $HOME'": [],
			'envsubst < a': ['read a', 'opaque'],
			"envsubst <<< '$API_TOKEN'": ['secret.read $API_TOKEN'],
		},
	}),
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
	rows('pkexec setpriv unshare nsenter chroot gosu su-exec newgrp sg capsh run0', {
		options: {
			...data('-u --user --reuid --regid --groups --caps --target -t --root -S -G -w --wd'),
			...role('shell', '-c'),
		},
		wraps: true,
		also: (it) => [
			privilege(it.name),
			{ find: 'command', words: it.operands.slice(/^(chroot|gosu|su-exec)$/.test(it.name) ? 1 : 0) },
		],
		examples: { 'chroot /mnt ls': ['privilege chroot', 'read .'] },
	}),
	rows('env', {
		options: data('-u --unset -C --chdir -S --split-string -a --argv0'),
		wraps: true,
		also: environment,
		examples: {
			'env FOO=1 rm x': ['delete x'],
			env: ['secret.read the environment'],
			'env -i ls': ['read .'],
			"env -S 'rm x'": ['delete x'],
			"env -S 'rm -r' x": ['delete x recursive'],
			'env -C src rm x': ['opaque'],
			'env LD_PRELOAD=x ls': ['privilege loads foreign code into every program', 'read .'],
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
		examples: { 'nohup rm x': ['delete x'], 'setsid -f rm x': ['delete x'], 'setsid -w rm x': ['delete x'] },
	}),
	rows(
		'dbus-launch fakeroot eatmydata nocache caffeinate xvfb-run chronic ifne systemd-cat run-one nq setarch linux32 linux64 i386 x86_64 rlwrap firejail heaptrack op-run proxychains proxychains4 torsocks torify tsocks cgexec with-contenv',
		{
			options: data(
				'-g --sticky -s --server-args -n --server-num -w --profile --why --who --what --mode -t --identifier',
			),
			operands: 'command',
			wraps: true,
			examples: {
				'xvfb-run -a rm x': ['delete x'],
				'firejail rm x': ['delete x'],
			},
		},
	),
	rows('cpulimit softlimit chpst', {
		options: data('-l --limit -u -U -e -m -d -o -p -c -f -r -s -t -b -n -/ -a'),
		operands: 'command',
		wraps: true,
		examples: { 'chpst -u x rm d': ['delete d'], 'cpulimit -l 50 -- rm d': ['delete d'] },
	}),
	rows('faketime envdir setlock', {
		options: data('-f -m'),
		operands: ['data', 'command'],
		wraps: true,
		examples: { "faketime '2020-01-01' rm x": ['delete x'] },
	}),
	rows(
		'prlimit numactl perf valgrind rr choom systemd-inhibit aws-vault chamber doppler direnv mise asdf dotenv dotenvx infisical teller envchain with-secrets',
		{
			options: data('-o --output -e --event -p --pid -F --tool --log-file -n -C --project --config'),
			wraps: true,
			also: carriedBehind,
			examples: {
				'perf record -g -- rm x': ['exec perf', 'delete x'],
				'valgrind --leak-check=full rm x': ['exec valgrind', 'delete x'],
				'aws-vault exec prod -- rm x': ['exec aws-vault', 'delete x'],
				'direnv exec . rm x': ['exec direnv', 'delete x'],
				'doppler secrets': ['exec doppler', 'secret.read secrets of the project'],
			},
		},
	),
	rows('proot', {
		options: data('-r -b -w -q -R -S --rootfs --bind --cwd --qemu'),
		wraps: true,
		also: (it) => [anotherView, ...commandOf(it.operands)],
		examples: { 'proot -r / rm x': ['opaque', 'delete x'] },
	}),
	rows('bwrap', {
		also: (it) => [anotherView, ...commandOf(behindPairs(it.words))],
		examples: { 'bwrap --bind / / --unshare-net rm x': ['opaque', 'delete x'] },
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
		options: { ...data('-w --timeout -E --conflict-exit-code'), ...role('shell', '-c --command') },
		wraps: true,
		also: locked,
		examples: {
			'flock lock rm x': ['write lock', 'delete x'],
			"flock lock -c 'rm x'": ['write lock', 'delete x'],
			'flock -n 9': [],
		},
	}),
	rows('script', {
		options: role('shell', '-c --command'),
		operands: 'write',
		examples: { "script -c 'rm x' /dev/null": ['delete x'] },
	}),
	rows('busybox toybox', { operands: 'command', wraps: true, examples: { 'busybox rm -r d': ['delete d recursive'] } }),
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
