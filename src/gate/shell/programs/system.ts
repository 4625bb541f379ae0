import { meaningsOf, type Saying } from '../carried.ts';
import {
	configWrite,
	data,
	destroy,
	environmentShown,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	privilege,
	rows,
} from '../program.ts';
import { isToken, type Word } from '../word.ts';

/** Programs that act on the machine. */
export const system = (): readonly Program[] => [
	rows('kill pkill killall skill', {
		input: 'data',
		also: (it) => [exec(it), ...(stopsAll(it) ? [privilege('stops every process')] : [])],
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
	rows('gcore procdump', { input: 'data', also: () => [privilege('reads the memory of another process')] }),
	rows('shutdown reboot halt poweroff telinit init', { input: 'data', also: () => [privilege('stops the machine')] }),
	rows('systemctl service launchctl initctl rc-service', { input: 'data', also: service }),
	rows('crontab', {
		input: 'data',
		options: data('-u'),
		also: (it) => [it.has('-l') ? exec(it) : configWrite('/var/spool/cron')],
	}),
	rows('at batch', {
		input: 'data',
		also: (it) =>
			it.has('-l', '-V', '-c')
				? [exec(it)]
				: [
						configWrite('/var/spool/cron'),
						opaque('runs a command later'),
						...(it.stdin === undefined ? [] : [{ find: 'feed' as const }]),
					],
	}),
	rows(
		'mount umount losetup swapon swapoff sysctl modprobe insmod rmmod depmod iptables ip6tables iptables-restore ebtables nft ufw firewall-cmd ipset ip ifconfig route arp tc nmcli iw rfkill ethtool useradd userdel usermod adduser deluser groupadd groupdel groupmod addgroup delgroup gpasswd chage chfn passwd chpasswd visudo vipw vigr sudoedit ldconfig update-alternatives chsh kexec pivot_root timedatectl hostnamectl localectl loginctl machinectl resolvectl setenforce semanage apparmor_parser aa-disable grub-install update-grub efibootmgr auditctl hwclock',
		{ input: 'data', also: machine },
	),
	rows('ps top htop lsof ss netstat free vmstat pgrep dmesg journalctl', { input: 'data', also: (it) => [exec(it)] }),
	rows(
		'zpool zfs lvremove vgremove pvremove lvreduce cryptsetup mdadm blkdiscard btrfs nvme hdparm dmsetup badblocks sg_format nwipe',
		{
			input: 'data',
			also: (it) => [
				exec(it),
				...meaningsOf(it, disks),
				...(/^(lvremove|vgremove|pvremove|lvreduce|blkdiscard|sg_format|nwipe)$/.test(it.name) ? [lostDisk] : []),
			],
		},
	),
	rows('dbus-send gdbus busctl qdbus', {
		input: 'data',
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

const lostDisk = destroy('what a disk holds');

const disks: readonly Saying[] = [
	{
		operands:
			/^(destroy|labelclear|luksErase|luksFormat|erase|luksKillSlot|subvolume delete|device delete|format|sanitize|remove_all|wipe_table)\b/,
		means: [lostDisk],
	},
	{ operands: /^/, words: / (--zero-superblock|--security-erase\S*|--wipe|-w)\b/, means: [lostDisk] },
];

/** The verb stands behind the service's name, except with systemctl and launchctl. */
function service(it: Invocation): readonly Finding[] {
	const isNamedFirst = /^(service|rc-service)$/.test(it.name);
	const verb = it.operands[isNamedFirst ? 1 : 0]?.text ?? '';
	if (/^(poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency)$/.test(verb))
		return [privilege('stops the machine')];
	if (verb === 'show-environment') return [environmentShown];
	const isReading = /^(status|is-active|is-enabled|is-failed|list|list-.*|show|cat|print|blame|)$/.test(verb);
	return isReading ? [exec(it)] : [privilege('changes services')];
}

/** Forms that only show something, by program; matched on all words. */
const showing: readonly (readonly [RegExp, RegExp])[] = [
	[/^ip$/, /^( -\S+)*( \w+)?( (show|list|ls|get|s|l)\b.*)?$/],
	[/^(ifconfig|route|mount|ifstat|arp)$/, /^( -(a|n|l|v|V|e|ne|en|t \w+|-version))*$/],
	[/^ifconfig$/, /^( -a)?( \w+)?$/],
	[/^sysctl$/, /^( -(n|a|e|b|N|A|-all|-values))*( [\w./-]+)*$/],
	[
		/^(ip6?tables|ip6?tables-save|nft|ufw|ebtables|firewall-cmd)$/,
		/^( -[nvt]+| nat| filter| mangle)* ?(-L|-S|--list\S*|-nL|-vL|-nvL|-vnL|list|status|--state|--get-\S+)/,
	],
	[/^(swapon|losetup)$/, /^( -(s|a|l|-show|-all|-list|-summary))*$/],
	[
		/^(timedatectl|hostnamectl|localectl|loginctl|machinectl|nmcli|resolvectl|tc|ethtool)$/,
		/^( -\S+)*( (status|show\S*|list\S*|session-status|user-status|device|dev|con|g|general|query|statistics)\b.*)?$/,
	],
	[/^(chage|passwd)$/, /^ -(l|S)\b/],
	[/^(chsh|update-alternatives)$/, /^ (-l|--list\S*|--display|--query|--get-selections)\b/],
	[/^(lsmod|modinfo|getcap|getenforce|sestatus|aa-status)$/, /./],
	[/^ldconfig$/, /^ (-p|--print-cache)$/],
];

function machine(it: Invocation): readonly Finding[] {
	const words = it.words.map((word) => ` ${word.text}`).join('');
	const shows =
		it.words.every((word) => word.known) && showing.some(([name, form]) => name.test(it.name) && form.test(words));
	return shows ? [exec(it)] : [privilege(`changes the machine: ${it.name}`)];
}

/** A signal to whatever a user runs, or to every name. */
function stopsAll(it: Invocation): boolean {
	if (it.name === 'kill') return it.operands.some(isEveryProcess);
	const names = it.operands.filter(
		(word, i) => !(i === 0 && ofUser.test(it.words[it.words.indexOf(word) - 1]?.text ?? '')),
	);
	const isOfUser = it.words.some((word) => ofUser.test(word.text));
	return (
		(isOfUser && names.length === 0) || names.some((word) => word.known && /^(\^?\.[*+]?\$?|\^|\$|)$/.test(word.text))
	);
}

const ofUser = /^(-\w*[uU]|--e?uid|--user)$/;

/** A pattern of numbers, and no single one that a command printed. */
function isEveryProcess(word: Word): boolean {
	return word.pattern && !isToken(word) && /\d.*\*|\*.*\d|\[0-9\]/.test(word.text);
}
