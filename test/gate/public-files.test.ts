import { describe, expect, it } from 'vitest';
import { isPublicFile, isPublicFolder } from '../../src/gate/public-files.ts';
import { judgeShell, outcome } from './support.ts';

describe('public files outside the checkout', () => {
	it.each([
		'cat /etc/os-release',
		'cat /etc/hostname',
		'cat /proc/cpuinfo',
		'cat /proc/1/cgroup',
		'cat /sys/fs/cgroup/memory.max',
		'grep -rn printf /usr/include',
		'sed -n 1,20p /usr/lib/python3.12/json/tool.py',
		'cat ~/.cargo/registry/src/index.crates.io-1/serde-1.0.0/src/lib.rs',
		'find ~/go/pkg/mod -name "*.go"',
		'cat ~/.m2/repository/org/x/1/x.pom',
		'cat /opt/venv/lib/python3.12/site-packages/requests/api.py',
		'ls /',
		'ls ~',
		'ls -la /tmp',
		'ls /usr/bin',
		'find /usr -name java',
		"find /usr/lib /lib64 -type d -name 'jdk*' 2>/dev/null | head",
	])('may be read: `%s`', (command) => {
		expect(outcome(judgeShell(command))).toBe('allow read-public');
	});

	it.each([
		['cat /etc/hosts', 'confirm'],
		['cat /etc/passwd', 'confirm'],
		['cat /etc/shadow', 'block'],
		['cat /usr/include/../../etc/passwd', 'confirm'],
		['cat /usr/share/x/*', 'confirm'],
		['cat ~/.m2/settings.xml', 'confirm'],
		['cat ~/.cargo/credentials.toml', 'block'],
		['cat ~/.m2/repository/.env', 'block'],
		['cat /usr/lib/python3/dist-packages/x/.netrc', 'block'],
		['cat /proc/1/environ', 'block'],
		['cat /proc/self/maps', 'block'],
		['ls -R ~', 'confirm'],
		['tree /', 'confirm'],
		['find / -name id_rsa', 'confirm'],
		['find /usr/../etc -name java', 'confirm'],
		['find /usr /etc -name java', 'confirm'],
		['find /usr/$x -name java', 'confirm'],
		['find -L /usr -name java', 'confirm'],
		["find /usr -name '*.conf' -exec cat {} +", 'confirm'],
		["find /usr -name '*.conf' | xargs cat", 'confirm'],
		['find /usr -name a -delete', 'block'],
		['grep -r token ~', 'block'],
		['cp -r ~ .', 'block'],
		['tar cf a.tar /', 'block'],
		['ls ~/.ssh', 'confirm'],
		['ls ~/notes', 'confirm'],
	])('do not include other files: %s: %s', (command, decision) => {
		expect(judgeShell(command).decision).toBe(decision);
	});

	it('may not be written', () => {
		expect(judgeShell('touch /usr/include/x').decision).toBe('block');
		expect(judgeShell('rm ~/.m2/repository/x').decision).toBe('block');
	});

	it('include no path of the checkout, and no path that leads up again', () => {
		expect(isPublicFile('usr/include/a.h')).toBe(false);
		expect(isPublicFile('/usr/include/*/../../../etc/passwd')).toBe(false);
		expect(isPublicFolder('.')).toBe(false);
		expect(isPublicFolder('/etc')).toBe(false);
	});
});
