import { exec, type Invocation, type Program, privilege, rows } from '../program.ts';

/** Programs that change the machine, except in calls that only show something. */
export const machines = (): readonly Program[] => [
	tool('ip', /^( -\S+)*( \w+)?( (show|list|ls|get|s|l)\b.*)?$/),
	tool('mount route arp', plain),
	tool('ifconfig', /^( -(a|v|s))*( \w+)?$/),
	tool('sysctl', /^( -(n|a|e|b|N|A|-all|-values))*( \w+([./-]\w+)*)*$/),
	tool('iptables ip6tables nft ufw ebtables firewall-cmd', tables),
	tool('swapon losetup', /^( -(s|a|l|-show|-all|-list|-summary))*$/),
	tool(
		'timedatectl hostnamectl localectl loginctl machinectl nmcli resolvectl tc ethtool',
		/^( -\S+)*( (status|show\S*|list\S*|session-status|user-status|device|dev|con|g|general|query|statistics)\b.*)?$/,
	),
	tool('chage passwd', /^ -(l|S)\b/),
	tool('chsh update-alternatives', /^ (-l|--list\S*|--display|--query|--get-selections)\b/),
	tool('ldconfig', /^ (-p|--print-cache)$/),
	tool('auditctl', /^ (-h|-l|-s|-v)$/),
	tool('dmidecode', /^( -(q|-quiet|s \w[\w-]*|t \w+|-type \w+|-string \w[\w-]*))*$/),
	tool(
		'umount swapoff modprobe insmod rmmod depmod iptables-restore ipset iw rfkill useradd userdel usermod adduser deluser groupadd groupdel groupmod addgroup delgroup gpasswd chfn chpasswd visudo vipw vigr kexec pivot_root setenforce semanage apparmor_parser aa-disable grub-install update-grub efibootmgr hwclock grub-bios-setup',
	),
	// The tool of FreeBSD for users and groups.
	tool('pw', /^ (user|group)(show|next)\b/),
];

const plain = /^( -(a|n|l|v|V|e|ne|en|t \w+|-version))*$/;
const tables = /^( -[nvt]+| nat| filter| mangle)* ?(-L|-S|--list\S*|-nL|-vL|-nvL|-vnL|list|status|--state|--get-\S+)/;

/**
 * Returns the row for such tools. `showing` matches all words of a call that only shows
 * something. Without it, every call changes the machine.
 */
function tool(names: string, showing?: RegExp): Program {
	return rows(names, {
		input: 'ignored',
		also: (it) => [isShowing(it, showing) ? exec(it) : privilege(`changes the machine: ${it.name}`)],
	});
}

function isShowing(it: Invocation, showing: RegExp | undefined): boolean {
	const words = it.words.map((word) => ` ${word.text}`).join('');
	return showing?.test(words) === true && it.words.every((word) => word.known);
}
