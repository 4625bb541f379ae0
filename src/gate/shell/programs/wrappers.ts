import { commandOf, namedProgram, shellOf, wordAfter } from '../carried.ts';
import {
	data,
	environmentShown,
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
import { carriers } from './carriers.ts';

/** Programs that start the command in their arguments. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const wrappers = (): readonly Program[] => [
	rows('envsubst', { input: 'judged', also: substituted }),
	rows('env', {
		input: 'handed',
		options: data('-u --unset -C --chdir -S --split-string -a --argv0'),
		wraps: true,
		setsFirst: true,
		startsIn: '-C --chdir',
		also: environment,
		yields: () => 'environment',
	}),
	rows('time', {
		input: 'handed',
		options: { ...data('-f --format'), ...role('write', '-o --output') },
		operands: 'command',
		wraps: true,
		keepsVariables: true,
	}),
	rows('nohup setsid', {
		input: 'handed',
		operands: 'command',
		wraps: true,
		keepsVariables: true,
		leaves: (it) => it.has('-f', '--fork'),
	}),
	rows('builtin', { input: 'handed', operands: 'command', wraps: true, inShell: true }),
	rows('unbuffer catchsegv dbus-run-session ifne run-one run-this-one with-contenv op-run', handing({})),
	rows('linux32 linux64 uname26 i386 i486 i586 i686 x86_64 aarch64 setarch', {
		...handing({ options: data('-p --pid') }),
		input: 'shell',
	}),
	rows('eatmydata chronic', { ...handing({}), input: 'shell' }),
	rows('nq', { ...handing({}), input: 'shell', leaves: () => true }),
	rows('nocache', { ...handing({ options: data('-n -D') }), input: 'shell' }),
	rows('torsocks torify tsocks', {
		...handing({ options: data('-a --address -P --port -u --user -p --pass') }),
		input: 'shell',
	}),
	rows('dbus-launch', handing({ options: data('--autolaunch') })),
	rows('caffeinate', handing({ options: data('-t -w') })),
	rows('systemd-cat', {
		...handing({ options: data('-t --identifier -p --priority --stderr-priority --level-prefix --namespace') }),
		input: 'data',
	}),
	rows('systemd-inhibit', handing({ options: data('--what --who --why --mode') })),
	rows('fakeroot', {
		...handing({
			options: {
				...data('-b --fd-base'),
				...role('script', '-l --lib -f --faked'),
				...role('read', '-i'),
				...role('write', '-s'),
			},
		}),
		input: 'shell',
	}),
	rows('xvfb-run', {
		...handing({
			options: {
				...data('-n --server-num -p --xauth-protocol -s --server-args -w --wait'),
				...role('write', '-e --error-file -f --auth-file'),
			},
		}),
		input: 'shell',
	}),
	rows('rlwrap', {
		...handing({
			options: {
				...data(
					'-b --break-chars -C --command-name -D --history-no-dupes -e --extra-char-after-completion -g --forget-matching',
				),
				...data(
					'-m --multi-line -M --multi-line-ext -O --only-cook -p --prompt-colour -P --pre-given -q --quote-characters',
				),
				...data('-s --histsize -S --substitute-prompt -t --set-term-name -w --wait-before-prompt -d --debug'),
				...role('write', '-l --logfile -H --history-filename'),
				...role('read', '-f --file'),
				...role('shell', '-z --filter'),
			},
		}),
		input: 'shell',
	}),
	rows('firejail', {
		...handing({
			options: {
				...role('script', '--profile --include'),
				...role('write', '--output --output-stderr --private --private-home --tracelog'),
				...role('read', '--netfilter --hosts-file'),
				...role('shell', '--shell'),
			},
		}),
		input: 'shell',
		startsIn: '--private-cwd --chroot',
	}),
	rows('heaptrack', {
		...handing({ options: { ...data('-p --pid'), ...role('write', '-o --output'), ...role('read', '-a --analyze') } }),
		input: 'shell',
	}),
	rows('proxychains proxychains4', {
		...handing({ options: role('script', '-f') }),
		input: 'shell',
	}),
	rows('cgexec', { ...handing({ options: data('-g') }), input: 'shell' }),
	rows('aa-exec', handing({ options: data('-p --profile -n --namespace') })),
	rows('cpulimit', handing({ options: data('-l --limit -p --pid -e --exe -P --path -c --cpu') })),
	rows('softlimit', handing({ options: data('-a -d -s -l -m -o -p -c -f -r -t') })),
	rows('chpst', {
		...handing({
			options: {
				...data('-u -U -b -n -m -d -o -p -f -c -r -t -/ -C'),
				...role('read', '-e'),
				...role('write', '-l -L'),
			},
		}),
		startsIn: '-C -/',
	}),
	rows('faketime', { ...handing({ operands: ['data', 'command'] }), input: 'shell' }),
	rows('envdir s6-envdir', { ...handing({ operands: ['list', 'command'] }), input: 'shell' }),
	rows('setlock s6-setlock', { ...handing({ operands: ['write', 'command'] }), input: 'shell' }),
	...carriers(),
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
	rows('busybox toybox', { ...handing({}), keepsVariables: true }),
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
	measured('timeout', /^[\d.]+[smhd]?$/, data('-s --signal -k --kill-after')),
	measured('chrt', /^\d+$/, data('-T --sched-runtime -P --sched-period -D --sched-deadline')),
	measured('taskset', /^(0x)?[\da-f]+([-,:][\da-f]+)*$/i, {}),
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
		// On macOS, a command may follow the file.
		operands: ['write', 'command'],
	}),
];

/** Returns the fields of a row for a program that only starts the command in its arguments. */
function handing(row: Pick<Program, 'options' | 'operands'>): Omit<Program, 'names'> {
	return { input: 'handed', operands: 'command', wraps: true, ...row };
}

/**
 * Returns the row of a program that takes a time or a number before the command. If the
 * first word is something else, it may be the command.
 */
function measured(names: string, measure: RegExp, options: NonNullable<Program['options']>): Program {
	return rows(names, {
		input: 'handed',
		options,
		wraps: true,
		keepsVariables: true,
		also: ({ operands }) => {
			const [first] = operands;
			const isMeasure = first === undefined || !first.known || measure.test(first.text);
			return [...(isMeasure ? [] : commandOf(operands)), ...commandOf(operands.slice(1))];
		},
	});
}

function environment(it: Invocation): readonly Finding[] {
	// The name may contain any character except `=`, because bash passes on functions under names such as `BASH_FUNC_x%%`.
	const first = it.operands.findIndex((word) => !/^[^=]+=/.test(word.prefix));
	const settings = first < 0 ? it.operands : it.operands.slice(0, first);
	const found = settings.flatMap((word) => {
		const [name = ''] = word.prefix.split('=');
		return settingFindings(name, wordAfter(word, name.length + 1), { scope: it.scope });
	});
	// In `env DEBUG=$x ls`, `$x` may contain several words. The words after the first one are more settings, or the command.
	if (settings.some(bringsMore)) found.push(opaque('a value that may bring along a command'));
	const [line] = it.values('-S', '--split-string');
	if (line !== undefined)
		return [...found, shellOf([line, ...it.operands.map((word) => ({ ...word, text: spell(word) }))])];
	if (first >= 0) return [...found, { find: 'command', words: it.operands.slice(first) }];
	return [...found, environmentShown];
}

/**
 * Returns whether a value may become several words. The old value of the variable, and the commit and the number of this run, are assumed
 * to be one word.
 */
function bringsMore({ open, text }: Word): boolean {
	const [name = ''] = text.split('=');
	const own = new RegExp(
		`\\$\\{?(${/^\w+$/.test(name) ? name : 'PATH'}|GITHUB_(SHA|RUN_ID|RUN_NUMBER))\\b[^}$\`]*\\}?`,
		'g',
	);
	return open === true && /[$`]/.test(text.replace(own, ''));
}

/** Judges `flock file command…`, `flock file -c line` and `flock descriptor`. */
function locked(it: Invocation): readonly Finding[] {
	const [file, ...command] = it.operands;
	if (file === undefined || /^\d+$/.test(file.text)) return [];
	const [option, line] = command;
	const isLine = /^(-c|--command)$/.test(option?.text ?? '') && line !== undefined;
	return [...writes(file, it.scope), ...(isLine ? [shellOf([line])] : commandOf(command))];
}

const anotherView = opaque('a program in another view of the files');

/** Returns the command after the options of bwrap, which take two values, one or none. */
function behindPairs(words: readonly Word[]): readonly Word[] {
	const pairs = /^--((ro-|dev-)?bind(-try|-data|-fd)?|ro-bind-data|symlink|setenv|file|chmod)$/;
	const flags = /^--(unshare-\S+|share-net|die-with-parent|new-session|clearenv|as-pid-1|disable-userns|level-prefix)$/;
	let at = 0;
	while (words[at]?.text.startsWith('--') === true) {
		const name = words[at]?.text ?? '';
		if (name === '--') return words.slice(at + 1);
		at += flags.test(name) ? 1 : name === '--overlay' ? 4 : pairs.test(name) ? 3 : 2;
	}
	return words.slice(at);
}

/** Judges envsubst, which prints the variables that its input names. */
function substituted(it: Invocation): readonly Finding[] {
	const text = it.stdin?.text;
	if (text === undefined) return [opaque('which variables are shown cannot be known')];
	const names = [...text.matchAll(/\$\{?(\w+)/g)].map((match) => match[1] ?? '');
	return names.filter(isSecretName).map((name) => secret(`$${name}`));
}
