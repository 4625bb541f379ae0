import {
	configWrite,
	data,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	privilege,
	rows,
} from '../program.ts';
import { credentialsIn } from '../roles.ts';

/** Programs that act on the machine. */
export const system: readonly Program[] = [
	rows('kill pkill killall skill', { also: (it) => [exec(it)], examples: { 'kill 42': ['exec kill'] } }),
	rows('shutdown reboot halt poweroff telinit init', {
		also: () => [privilege('stops the machine')],
		examples: { 'shutdown -h now': ['privilege stops the machine'] },
	}),
	rows('systemctl service launchctl initctl rc-service', {
		also: service,
		examples: {
			'systemctl status x': ['exec systemctl'],
			'systemctl poweroff': ['privilege stops the machine'],
			'systemctl enable x': ['privilege changes services'],
		},
	}),
	rows('crontab', {
		options: data('-u'),
		also: (it) => [it.has('-l') ? exec(it) : configWrite('/var/spool/cron')],
		examples: {
			'crontab x': ['config.write /var/spool/cron'],
			'crontab -l': ['exec crontab'],
			'crontab -r': ['config.write /var/spool/cron'],
		},
	}),
	rows('at batch', {
		also: () => [configWrite('/var/spool/cron'), opaque('runs a command later')],
		examples: { 'at now': ['config.write /var/spool/cron', 'opaque'] },
	}),
	rows(
		'mount umount losetup swapon swapoff sysctl modprobe insmod rmmod iptables nft ufw ip ifconfig route useradd userdel usermod groupadd passwd chpasswd visudo ldconfig update-alternatives chsh',
		{
			also: (it) => [privilege(`changes the machine: ${it.name}`)],
			examples: { 'mount /dev/sda /mnt': ['privilege changes the machine: mount'] },
		},
	),
	rows('ps top htop lsof ss netstat free vmstat pgrep dmesg journalctl', {
		also: (it) => [exec(it)],
		examples: { 'top -b': ['exec top'] },
	}),
	rows('ssh-keygen ssh-add ssh-agent gpg gpg2 openssl pass op vault security keyring', {
		also: (it) => [exec(it), ...credentialsIn(it.words, it.scope)],
		examples: {
			'openssl rsa -in server.key': ['exec openssl', 'secret.read server.key'],
			'gpg --export': ['exec gpg'],
		},
	}),
];

function service(it: Invocation): readonly Finding[] {
	const verb = it.operands[0]?.text ?? '';
	if (/^(poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency)$/.test(verb))
		return [privilege('stops the machine')];
	return /^(status|is-active|is-enabled|list-.*|show|cat)$/.test(verb) ? [exec(it)] : [privilege('changes services')];
}
