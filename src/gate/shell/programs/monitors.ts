import { data, exec, type Invocation, type Program, privilege, role, rows, secret } from '../program.ts';

/** Programs that show what a machine does. */
export const monitors = (): readonly Program[] => [
	rows('ps', { input: 'ignored', also: (it) => [exec(it)] }),
	rows('top htop free vmstat lsof netstat', { input: 'ignored', also: (it) => [exec(it)] }),
	rows('pgrep', { input: 'ignored', options: role('read', '-F --pidfile'), also: (it) => [exec(it)] }),
	rows('ss', {
		input: 'ignored',
		options: {
			...data('-f --family -A --query --socket -N --net'),
			...role('read', '-F --filter'),
			...role('write', '-D --diag'),
		},
		also: (it) => [exec(it), ...(it.has('-K', '--kill') ? [privilege('closes connections of the machine')] : [])],
	}),
	rows('dmesg', {
		input: 'ignored',
		options: {
			...data('-l --level -f --facility -s --buffer-size -n --console-level --since --until'),
			...role('read', '-F --file -K --kmsg-file'),
		},
		also: (it) => [
			exec(it),
			...(it.has('-c', '--read-clear', '-C', '--clear') ? [privilege('drops the log of the machine')] : []),
		],
	}),
	rows('journalctl', {
		input: 'ignored',
		options: {
			...data('-u --unit -p --priority -o --output -S --since -U --until -t --identifier -g --grep'),
			...data('-F --field -M --machine --vacuum-size --vacuum-time --vacuum-files --output-fields'),
			...role('read', '-D --directory --file --root --image --verify-key'),
			...role('write', '--cursor-file'),
		},
		also: (it) => [exec(it), ...(dropsLog(it) ? [privilege('drops the log of the machine')] : [])],
	}),
	// Lists of users, groups and hosts.
	rows('getent', {
		input: 'ignored',
		options: data('-s --service'),
		also: (it) => [exec(it), ...(/^g?shadow$/.test(it.operands[0]?.text ?? '') ? [secret('/etc/shadow')] : [])],
	}),
	rows('tcpdump', {
		input: 'ignored',
		options: {
			...data('-i --interface -c -s --snapshot-length -C -G -B -Z -T -y -E -m -M -j -Q'),
			...role('read', '-r -F'),
			...role('list', '-V'),
			...role('write', '-w'),
			...role('shell', '-z'),
		},
		also: (it) => [exec(it)],
	}),
];

/** Returns whether a call changes which entries the machine's log keeps. */
function dropsLog(it: Invocation): boolean {
	return it.words.some(({ text }) => /^--(vacuum-\w+|rotate|flush|relinquish-var|setup-keys)\b/.test(text));
}
