import { commandOf } from '../carried.ts';
import { data, type Finding, type Invocation, type Program, role, rows } from '../program.ts';
import { constant, type Word } from '../word.ts';

/** Programs that start a command as another user, or in another namespace or root folder. Without a command, most of them start a shell. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const escalation = (): readonly Program[] => [
	rows('sudo', {
		input: 'shell',
		options: data(
			'-u --user -g --group -h --host -p --prompt -C --close-from -D --chdir -R --chroot -T --command-timeout -U --other-user -r --role -t --type -a --auth-type',
		),
		operands: 'command',
		wraps: true,
		escalates: true,
		startsIn: '-D --chdir',
	}),
	rows('sudoedit', {
		input: 'ignored',
		options: data('-u --user -g --group -h --host -p --prompt -C -D --chdir -R --chroot -T -r --role -t --type'),
		operands: 'write',
		escalates: true,
	}),
	rows('doas', { input: 'shell', options: data('-u -C -a'), operands: 'command', wraps: true, escalates: true }),
	rows('su', {
		input: 'shell',
		options: {
			...data('-g --group -G --supp-group -w --whitelist-environment'),
			...role('script', '-s --shell'),
			...role('shell', '-c --command --session-command'),
		},
		escalates: true,
		also: (it) => loginShell(it.operands.filter(({ text }) => text !== '-').slice(1)),
	}),
	rows('runuser', {
		input: 'shell',
		options: {
			...data('-u --user -g --group -G --supp-group -w --whitelist-environment'),
			...role('script', '-s --shell'),
			...role('shell', '-c --command --session-command'),
		},
		wraps: true,
		escalates: true,
		also: (it) => (it.has('-u', '--user') ? commandOf(it.operands) : loginShell(afterUser(it.operands))),
	}),
	rows('gksudo gksu kdesudo kdesu ksu lxsudo beesu dzdo pfexec please sudo-rs', {
		input: 'shell',
		options: data('-u --user -g --group -n -t -D --description -m --message -p --prompt'),
		operands: 'command',
		wraps: true,
		escalates: true,
		also: (it) => it.words.flatMap((word, i) => (word.text === '-e' ? commandOf(it.words.slice(i + 1)) : [])),
	}),
	rows('run0', {
		input: 'shell',
		options: data(
			'-u --user -g --group --nice -D --chdir --setenv -M --machine --property --unit --description --slice --background --shell-prompt-prefix',
		),
		operands: 'command',
		wraps: true,
		escalates: true,
		startsIn: '-D --chdir',
	}),
	rows('pkexec', {
		input: 'shell',
		options: data('-u --user'),
		operands: 'command',
		wraps: true,
		escalates: true,
		startsIn: 'elsewhere',
	}),
	rows('setpriv', {
		input: 'handed',
		options: data(
			'--reuid --ruid --euid --regid --rgid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile',
		),
		operands: 'command',
		wraps: true,
		escalates: true,
	}),
	rows('unshare', {
		input: 'shell',
		options: data(
			'-S --setuid -G --setgid -R --root -w --wd --map-user --map-users --map-group --map-groups --propagation --setgroups',
		),
		operands: 'command',
		wraps: true,
		escalates: true,
		startsIn: '-w --wd -R --root',
	}),
	rows('nsenter', {
		input: 'shell',
		options: data('-t --target -S --setuid -G --setgid -W --wdns'),
		operands: 'command',
		wraps: true,
		escalates: true,
		startsIn: 'elsewhere',
	}),
	rows('chroot', {
		input: 'shell',
		options: data('--userspec --groups'),
		operands: ['data', 'command'],
		wraps: true,
		escalates: true,
		startsIn: 'elsewhere',
	}),
	rows('runcon', {
		input: 'handed',
		options: data('-t --type -u --user -r --role -l --range'),
		wraps: true,
		escalates: true,
		// If no option gives a part of the context, the first operand is the whole context.
		also: ({ options, operands }) => commandOf(operands.slice(options.length > 0 ? 0 : 1)),
	}),
	rows('gosu su-exec setuidgid s6-setuidgid', {
		input: 'handed',
		operands: ['data', 'command'],
		wraps: true,
		escalates: true,
	}),
	rows('newgrp sg', {
		input: 'shell',
		options: role('shell', '-c'),
		operands: ['data', 'shell'],
		escalates: true,
	}),
	rows('capsh', {
		input: 'shell',
		options: role('script', '--shell'),
		wraps: true,
		escalates: true,
		startsIn: '--chroot',
		also: handedToBash,
	}),
];

/** Judges the words after a user's name, which go to the shell of that user. */
function loginShell(words: readonly Word[]): readonly Finding[] {
	return words.length === 0 ? [] : commandOf([constant('sh'), ...words]);
}

/** Returns the operands after the user in `runuser [-] user …`. */
function afterUser(operands: readonly Word[]): readonly Word[] {
	return operands.slice(operands[0]?.text === '-' ? 2 : 1);
}

/** Judges `capsh … -- -c line`, which starts bash with the words after `--`. */
function handedToBash({ words }: Invocation): readonly Finding[] {
	const dashes = words.findIndex(({ text }) => text === '--' || text === '==');
	return dashes < 0 ? [] : commandOf([constant('bash'), ...words.slice(dashes + 1)]);
}
