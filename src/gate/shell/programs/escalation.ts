import { commandOf } from '../carried.ts';
import { data, type Finding, type Invocation, type Program, role, rows } from '../program.ts';
import { constant } from '../word.ts';

/** Programs that start a command as somebody else, or outside of the walls around them. Without one most start a shell. */
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
	rows('doas', { input: 'shell', options: data('-u -C -a'), operands: 'command', wraps: true, escalates: true }),
	rows('su runuser', {
		input: 'shell',
		options: { ...data('-s --shell -g -G -w'), ...role('shell', '-c --command --session-command') },
		escalates: true,
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
		options: data('-S --setuid -G --setgid -R --root -w --wd --map-user --map-group --propagation --setgroups'),
		operands: 'command',
		wraps: true,
		escalates: true,
		startsIn: '-w --wd -R --root',
	}),
	rows('nsenter', {
		input: 'shell',
		options: data('-t --target -S --setuid -G --setgid -w --wd -r --root -W --wdns'),
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
	rows('gosu su-exec', {
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
	rows('capsh', { input: 'shell', wraps: true, escalates: true, also: handedToBash }),
];

/** `capsh … -- -c line` starts bash with what follows. */
function handedToBash({ words }: Invocation): readonly Finding[] {
	const dashes = words.findIndex(({ text }) => text === '--' || text === '==');
	return dashes < 0 ? [] : commandOf([constant('bash'), ...words.slice(dashes + 1)]);
}
