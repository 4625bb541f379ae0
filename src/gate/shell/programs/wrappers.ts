import { commandOf, namedProgram, shellOf, wordAfter } from '../carried.ts';
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
	secret,
} from '../program.ts';
import { writes } from '../roles.ts';
import { settingFindings } from '../settings.ts';
import { isSecretName } from '../state.ts';
import { spell, type Word } from '../word.ts';

const carrierOptions = data('-o --output -e --event -p --pid -F --tool --log-file -n -C --project --config');

/** Programs that start the command in their arguments. */
export const wrappers = (): readonly Program[] => [
	rows('envsubst', { input: 'judged', also: substituted }),
	rows('env', {
		input: 'handed',
		options: data('-u --unset -C --chdir -S --split-string -a --argv0'),
		wraps: true,
		startsIn: '-C --chdir',
		also: environment,
	}),
	rows('time', {
		input: 'handed',
		options: { ...data('-f --format'), ...role('write', '-o --output') },
		operands: 'command',
		wraps: true,
		keepsVariables: true,
	}),
	rows('nohup setsid', { input: 'handed', operands: 'command', wraps: true, keepsVariables: true }),
	rows('builtin', { input: 'handed', operands: 'command', wraps: true, inShell: true }),
	rows('unbuffer catchsegv dbus-run-session', { input: 'handed', operands: 'command', wraps: true }),
	rows(
		'dbus-launch fakeroot eatmydata nocache caffeinate xvfb-run chronic ifne systemd-cat run-one nq setarch uname26 linux32 linux64 i386 i486 i586 i686 x86_64 aarch64 rlwrap firejail heaptrack op-run proxychains proxychains4 torsocks torify tsocks cgexec with-contenv',
		{
			input: 'shell',
			options: data(
				'-g --sticky -s --server-args -n --server-num -w --profile --why --who --what --mode -t --identifier',
			),
			operands: 'command',
			wraps: true,
		},
	),
	rows('cpulimit softlimit chpst', {
		input: 'handed',
		options: data('-l --limit -u -U -e -m -d -o -p -c -f -r -s -t -b -n -/ -a'),
		operands: 'command',
		wraps: true,
	}),
	rows('faketime envdir setlock', {
		input: 'shell',
		options: data('-f -m'),
		operands: ['data', 'command'],
		wraps: true,
	}),
	rows('prlimit numactl perf valgrind rr choom systemd-inhibit mise asdf dotenv dotenvx teller with-secrets', {
		input: 'handed',
		options: carrierOptions,
		wraps: true,
		also: (it) => carriedBehind(it, 1),
	}),
	rows('direnv aws-vault envchain', {
		input: 'handed',
		options: carrierOptions,
		wraps: true,
		also: (it) => carriedBehind(it, 2),
	}),
	rows('doppler infisical', {
		input: 'handed',
		options: carrierOptions,
		wraps: true,
		also: (it) => [...carriedBehind(it, 1), ...secretsShown(it)],
	}),
	rows('chamber', {
		input: 'handed',
		options: carrierOptions,
		wraps: true,
		also: (it) => [...carriedBehind(it, 2), ...secretsShown(it)],
	}),
	rows('proot', {
		input: 'shell',
		options: data('-r -b -w -q -R -S --rootfs --bind --cwd --pwd --qemu'),
		wraps: true,
		startsIn: '-w --cwd --pwd',
		also: (it) => [anotherView, ...commandOf(it.operands)],
	}),
	rows('bwrap', {
		input: 'shell',
		options: data('--chdir'),
		startsIn: '--chdir',
		also: (it) => [anotherView, ...commandOf(behindPairs(it.words))],
	}),
	rows('command', {
		input: 'handed',
		wraps: true,
		inShell: true,
		also: (it) => (it.has('-v', '-V') ? [] : [{ find: 'command', words: it.operands }]),
		printsPath: (it) => (it.has('-v', '-V') ? namedProgram(it) : undefined),
	}),
	rows('exec', { input: 'handed', options: data('-a'), operands: 'command', wraps: true, keepsVariables: true }),
	rows('nice', {
		input: 'handed',
		options: data('-n --adjustment'),
		operands: 'command',
		wraps: true,
		keepsVariables: true,
	}),
	rows('ionice', {
		input: 'handed',
		options: data('-c --class -n --classdata -p'),
		operands: 'command',
		wraps: true,
		keepsVariables: true,
	}),
	rows('stdbuf', {
		input: 'handed',
		options: data('-i --input -o --output -e --error'),
		operands: 'command',
		wraps: true,
		keepsVariables: true,
	}),
	rows('timeout chrt taskset', {
		input: 'handed',
		options: data('-s --signal -k --kill-after'),
		operands: ['data', 'command'],
		wraps: true,
		keepsVariables: true,
	}),
	rows('flock', {
		input: 'handed',
		options: { ...data('-w --timeout -E --conflict-exit-code'), ...role('shell', '-c --command') },
		wraps: true,
		keepsVariables: true,
		also: locked,
	}),
	rows('script', {
		input: 'shell',
		options: {
			...role('shell', '-c --command'),
			...data('-E --echo -m --logging-format -o --output-limit'),
			...role('write', '-B --log-io -I --log-in -O --log-out -T --log-timing'),
		},
		operands: 'write',
	}),
	rows('busybox toybox', { input: 'handed', operands: 'command', wraps: true, keepsVariables: true }),
];

function environment(it: Invocation): readonly Finding[] {
	// Any name will do, also one that is none of a variable: functions of bash are handed on so.
	const first = it.operands.findIndex((word) => !/^[^=]+=/.test(word.prefix));
	const settings = first < 0 ? it.operands : it.operands.slice(0, first);
	const found = settings.flatMap((word) => {
		const [name = ''] = word.prefix.split('=');
		return settingFindings(name, wordAfter(word, name.length + 1), { scope: it.scope });
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

/** The command stands behind `--`, or begins at the first operand that is no word of the carrier's own: a verb, and what it is about. */
function carriedBehind(it: Invocation, verbWords: number): readonly Finding[] {
	const dashes = it.words.findIndex((word) => word.text === '--');
	const isNamed = verbs.test(it.operands[0]?.text ?? '');
	const behind =
		dashes >= 0 ? it.words.slice(dashes + 1) : isNamed ? afterOptions(it.operands.slice(verbWords)) : it.operands;
	const isAlone = /^(report|list|ls|secrets|status)$/.test(it.operands[0]?.text ?? '');
	return [exec(it), ...(isAlone ? [] : commandOf(behind))];
}

function secretsShown({ operands: [verb] }: Invocation): readonly Finding[] {
	return /^(secrets|export|read|list|get)$/.test(verb?.text ?? '') ? [secret('secrets of the project')] : [];
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
