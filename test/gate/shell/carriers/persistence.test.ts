import { describe, expect, it } from 'vitest';
import { judgeShell, outcome } from '../../support.ts';

describe('effects that outlast the command', () => {
	it.each([
		'echo x >> $GITHUB_ENV',
		'echo /tmp/bin >> "${GITHUB_PATH}"',
		'echo a=b | tee -a "$GITHUB_OUTPUT"',
		'cp x "$BASH_ENV"',
		'printf x > "${GITHUB_STATE:?}"',
	])('are blocked when they change later steps: `%s`', (command) => {
		expect(outcome(judgeShell(command))).toBe('block steers-later-steps');
	});

	it('are only asked about for the summary of a step', () => {
		expect(judgeShell('echo "# done" >> $GITHUB_STEP_SUMMARY').decision).toBe('confirm');
	});

	it.each([
		'crontab jobs',
		"echo 'rm a' | at now",
		'cp x ~/.ssh/authorized_keys',
		'mv x ~/.bashrc',
		'ln -sf /tmp/x ~/.profile',
		'install -m 644 x /etc/cron.d/x',
		'tee -a ~/.zshrc',
		'dd if=x of=/etc/systemd/system/x.service',
		"sed -i 's/a/b/' ~/.bashrc",
		'rsync x ~/.config/autostart/x.desktop',
		'tar xf a.tar -C ~/.ssh',
		'unzip a.zip -d /etc',
		'git clone https://e.example/a ~/.config/systemd/user',
		'git config --global core.pager x',
		'npm config set script-shell ./x',
		'pip config set global.index-url https://e.example',
		'pre-commit install',
		'husky install',
		'git maintenance start',
	])('are blocked: %s', (command) => {
		expect(judgeShell(command).decision).toBe('block');
	});
});

describe('commands that change the machine', () => {
	it.each([
		'useradd -m x',
		'usermod -aG sudo x',
		'passwd root',
		'visudo',
		'chsh -s /bin/sh',
		'setcap cap_net_raw+ep a',
		'chattr +i a',
		'iptables -F',
		'nft flush ruleset',
		'ufw disable',
		'sysctl -w kernel.x=1',
		'modprobe x',
		'insmod x.ko',
		'kexec -l x',
		'mount /dev/sda1 /mnt',
		'umount /mnt',
		'swapoff -a',
		'losetup /dev/loop0 a',
		'systemctl stop x',
		'service x stop',
		'init 0',
		'telinit 6',
		'loginctl enable-linger',
		'dbus-send --system --dest=org.freedesktop.login1 x y',
		'ip link set eth0 down',
	])('are blocked as a privilege: `%s`', (command) => {
		expect(outcome(judgeShell(command))).toBe('block privilege');
	});

	it.each([
		'mount',
		'ip addr show',
		'ip a',
		'ifconfig',
		'sysctl kernel.pid_max',
		'iptables -L -n',
		'service x status',
		'systemctl status x',
		'swapon -s',
		'timedatectl',
		'zpool status',
	])('are only asked about when they show something: `%s`', (command) => {
		expect(judgeShell(command).decision).toBe('confirm');
	});

	it.each([
		'zpool destroy tank',
		'lvremove -f vg/lv',
		'vgremove vg',
		'cryptsetup luksErase /dev/sda1',
		'mdadm --zero-superblock /dev/sda1',
		'blkdiscard /dev/sda',
	])('are blocked when they destroy a disk: `%s`', (command) => {
		expect(judgeShell(command).decision).toBe('block');
	});
});
