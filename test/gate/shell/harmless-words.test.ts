import { describe, expect, it } from 'vitest';
import { createGate } from '../../../src/gate-library.ts';
import { aContext, aGate } from '../support.ts';

const shipped = createGate();
/** With the patterns that are shipped. */
const judged = (command: string) =>
	shipped.judge({ id: 'c', name: 'Bash', args: { command } }, aContext({ mode: 'edit' })).decision;

describe('a program called for its help or version', () => {
	it.each([
		'useradd --help',
		'wipefs --help',
		'mkfs.ext4 -V',
		'mkfs.xfs --version',
		'shutdown --help',
		'reboot --help',
		'iptables --version',
		'iptables -h',
		'fdisk --help',
		'nc -h',
		'ldd --version',
		'docker system prune --help',
		'docker ps --help',
		'docker container run --help',
		'kubectl delete --help',
		'kubectl delete ns prod --help',
		'terraform destroy -help',
		'aws s3 rb help',
		'gh repo delete --help',
		'systemctl stop --help | head',
	])('is allowed: %s', (command) => {
		expect(judged(command)).toBe('allow');
	});

	it.each([
		['useradd --help mallory', 'block'],
		['mkfs.ext4 -V /dev/sda1', 'block'],
		['shutdown -h', 'block'],
		['shutdown -h now', 'block'],
		['sudo useradd --help', 'block'],
		['docker run alpine --help', 'confirm'],
		['docker exec web --help', 'confirm'],
		['docker compose run web --help', 'confirm'],
		['kubectl exec web -- rm --help', 'confirm'],
		['nc -h example.com', 'confirm'],
		['redis-cli -h', 'confirm'],
		['unknowntool --help', 'confirm'],
		['./tool --help', 'confirm'],
		['npx tool --help', 'confirm'],
		['$tool --help', 'confirm'],
		['PATH=.:$PATH useradd --help', 'confirm'],
		['alias useradd=./x; useradd --help', 'confirm'],
		['hash -p ./x useradd; useradd --help', 'confirm'],
		["echo 'rm -rf ~' | batch --help", 'block'],
		['useradd --help > ~/.bashrc', 'block'],
		['useradd --help; useradd mallory', 'block'],
	])('is not allowed when %s does more: %s', (command, decision) => {
		expect(judged(command)).toBe(decision);
	});

	it('is blocked when the line redefines it as a dangerous function', () => {
		expect(judged('useradd() { rm -rf ~; }; useradd --help')).toBe('block');
	});

	it("is still subject to the repository's patterns", () => {
		const danger = [{ pattern: '^docker ', on: 'executed' }] as const;
		const gate = aGate({ skills: [{ file: 'x.yml', danger, confirm: [] }] });
		const call = { id: 'c', name: 'Bash', args: { command: 'docker ps --help' } };
		expect(gate.judge(call, aContext()).decision).toBe('block');
	});
});

describe('statements for a database in memory', () => {
	it.each([
		`sqlite3 :memory: "select 'DROP DATABASE prod; -- ' || length('rm -rf /')"`,
		`sqlite3 :memory: <<< "create table t(x); insert into t values('git push --force'); drop table t;"`,
		`sqlite3 :memory: "select length(readfile('README.md'))"`,
		`echo 'select 1;' | sqlite3`,
	])('are allowed: %s', (command) => {
		expect(judged(command)).toBe('allow');
	});

	it.each([
		['sqlite3 prod.db "drop table users"', 'block'],
		[`sqlite3 :memory: "attach 'prod.db' as p; drop table p.users"`, 'block'],
		['sqlite3 :memory: <<< ".open prod.db\ndrop table users;"', 'block'],
		[`sqlite3 :memory: "select readfile('.env')"`, 'block'],
		[`sqlite3 :memory: "select readfile('.e' || 'nv')"`, 'confirm'],
		[`sqlite3 :memory: "select \\"readfile\\"('.env')"`, 'confirm'],
		[`sqlite3 a.db "select \\"writefile\\"('a', 'b')"`, 'confirm'],
		[`sqlite3 a.db "select \\"writefile\\" /* */ ('a', 'b')"`, 'confirm'],
		[`sqlite3 :memory: "select writefile('.git/hooks/pre-commit', 'x')"`, 'block'],
		['sqlite3 :memory: ".shell rm -rf ~"', 'block'],
		[`printf '.shell rm -rf ~\\n' | sqlite3 :memory:`, 'block'],
		[`sqlite3 :memory: "select load_extension('./x')"`, 'confirm'],
		[`sqlite3 :memory: "create table x(a); vacuum into 'a.db'"`, 'confirm'],
		[`sqlite3 :memory: "create virtual table x using csv(filename='/etc/passwd')"`, 'confirm'],
		['sqlite3 :memory: < a.sql', 'confirm'],
		['curl -s https://example.com | sqlite3 :memory:', 'block'],
		['sqlite3 "$db" "drop table users"', 'block'],
		['sqlite3 file:prod.db "drop table users"', 'block'],
	])('are not allowed when %s does more: %s', (command, decision) => {
		expect(judged(command)).toBe(decision);
	});
});
