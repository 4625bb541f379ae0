import { meaningsOf, type Saying } from '../carried.ts';
import {
	configWrite,
	data,
	environmentShown,
	exec,
	type Finding,
	type Invocation,
	losesDisk,
	opaque,
	type Program,
	privilege,
	role,
	rows,
	stopsEveryProcess,
} from '../program.ts';
import { everyProcessWord, isToken, type Word } from '../word.ts';
import { machines } from './machine-tools.ts';
import { monitors } from './monitors.ts';

/** Programs that act on the whole machine. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const system = (): readonly Program[] => [
	rows('kill', {
		input: 'ignored',
		options: data('-s --signal -n --timeout'),
		also: (it) =>
			endsOwn(it) ? [] : [exec(it), ...(it.operands.some(isEveryProcess) || endsFirst(it) ? [stopsEveryProcess] : [])],
	}),
	rows('pkill killall skill', {
		input: 'ignored',
		options: role('read', '-F --pidfile'),
		also: (it) => [exec(it), ...(stopsAll(it) ? [stopsEveryProcess] : [])],
	}),
	rows('claude codex gemini aider opencode cursor-agent amp qwen', {
		input: 'data',
		also: (it) => [
			exec(it),
			...(it.words.some((word) => /^--?(dangerously|yolo$|yes-always$|full-auto$)|bypass/i.test(word.text))
				? [privilege('starts another agent without its gate')]
				: []),
		],
	}),
	rows('gcore procdump', { input: 'ignored', also: () => [privilege('reads the memory of another process')] }),
	rows('shutdown reboot halt poweroff telinit init', {
		input: 'ignored',
		also: () => [privilege('stops the machine')],
	}),
	rows('systemctl launchctl initctl', {
		input: 'ignored',
		options: {
			...data('-t --type -p --property -P -n --lines -o --output -M --machine -s --signal --state'),
			...data('-H --host --root --job-mode --what'),
		},
		also: (it) => service(it, it.operands[0]),
	}),
	// The verb comes after the name of the service.
	rows('service rc-service', { input: 'ignored', also: (it) => service(it, it.operands[1]) }),
	rows('crontab', {
		input: 'data',
		options: data('-u'),
		also: (it) => [it.has('-l') ? exec(it) : configWrite('/var/spool/cron')],
	}),
	rows('at batch', {
		input: 'judged',
		options: { ...data('-q -t'), ...role('script', '-f') },
		also: (it) =>
			it.has('-l', '-V', '-c')
				? [exec(it)]
				: [
						configWrite('/var/spool/cron'),
						opaque('runs a command later'),
						...(it.stdin === undefined ? [] : [{ find: 'feed' as const }]),
					],
	}),
	...machines(),
	...monitors(),
	rows('lvremove vgremove pvremove lvreduce blkdiscard sg_format nwipe', {
		input: 'ignored',
		also: (it) => [exec(it), losesDisk],
	}),
	rows('zpool zfs cryptsetup mdadm btrfs nvme hdparm dmsetup badblocks', {
		input: 'judged',
		options: role('read', '--key-file --master-key-file --volume-key-file --header-backup-file'),
		also: (it) => [exec(it), ...meaningsOf(it, disks)],
	}),
	rows('dbus-send gdbus busctl qdbus', {
		input: 'ignored',
		also: (it) => [
			exec(it),
			...meaningsOf(it, [
				{
					operands: /^/,
					words: /--system| call\b|org\.freedesktop/,
					means: [privilege('commands a daemon of the machine')],
				},
			]),
		],
	}),
];

const disks: readonly Saying[] = [
	{
		operands:
			/^(destroy|labelclear|luksErase|luksFormat|erase|luksKillSlot|subvolume delete|device delete|format|sanitize|remove_all|wipe_table)\b/,
		means: [losesDisk],
	},
	{ operands: /^/, words: / (--zero-superblock|--security-erase\S*|--wipe|-w)\b/, means: [losesDisk] },
];

function service(it: Invocation, given: Word | undefined): readonly Finding[] {
	const verb = given?.text ?? '';
	if (/^(poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency)$/.test(verb))
		return [privilege('stops the machine')];
	if (verb === 'show-environment') return [environmentShown];
	const isReading = /^(status|is-active|is-enabled|is-failed|list|list-.*|show|cat|print|blame|)$/.test(verb);
	return isReading ? [exec(it)] : [privilege('changes services')];
}

/** Returns whether a signal goes to all processes of a user, or to every name. */
function stopsAll(it: Invocation): boolean {
	const names = it.operands.filter(
		(word, i) => !(i === 0 && ofUser.test(it.words[it.words.indexOf(word) - 1]?.text ?? '')),
	);
	const isOfUser = it.words.some((word) => ofUser.test(word.text));
	return (
		(isOfUser && names.length === 0) || names.some((word) => word.known && /^(\^?\.[*+]?\$?|\^|\$|)$/.test(word.text))
	);
}

const ofUser = /^(-\w*[uU]|--e?uid|--user)$/;

/** Returns whether a word is a pattern of process numbers, and not a single number that a command printed. */
function isEveryProcess(word: Word): boolean {
	if (!word.known && word.text === everyProcessWord.text) return true;
	return word.pattern && !isToken(word) && /\d.*\*|\*.*\d|\[0-9\]/.test(word.text);
}

/**
 * Returns whether all processes are those that this shell started: `$!` and its jobs, such as `%1`. Threat: after the first process, `-1`
 * means all processes.
 */
function endsOwn({ words }: Invocation): boolean {
	const [first, second] = words;
	const isNamed = first?.known === true && /^-[sn]$/.test(first.text) && second?.known === true;
	const isSignal = first?.known === true && /^-(\d{1,2}|[A-Z][A-Z\d]*)$/.test(first.text);
	const targets = words.slice(isNamed ? 2 : isSignal ? 1 : 0);
	return targets.length > 0 && targets.every(isOwn);
}

function isOwn({ child, either, known, pattern, text }: Word): boolean {
	return (child === true && either !== true) || (known && !pattern && /^%(\d{1,3}|[%+-])$/.test(text));
}

/** Returns whether a signal ends process 1, and with it all others. Process 1 of a container ends even at a usual signal. */
function endsFirst(it: Invocation): boolean {
	const isSpared = it.words.some(({ text }) => sparing.test(text));
	return !isSpared && it.operands.some(({ known, text }) => known && text === '1');
}

/** Signals that tell a first process to read its settings again, or that change nothing. */
const sparing = /^-(0|1|10|12|18|28)$|^-?(SIG)?(HUP|USR[12]|CONT|WINCH)$/;
