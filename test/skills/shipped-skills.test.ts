import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { analyseShell } from '../../src/gate/shell/analyse.ts';
import { loadSkills, type PatternSpec, requireSkills } from '../../src/skills/index.ts';
import { aContext, aGate, aWorkspace, judgeShell } from '../gate/support.ts';

const shipped = requireSkills(await loadSkills(new URL('../../skills', import.meta.url).pathname));
/** The skills with tools; the others are instructions for tasks (task-skills.test.ts). */
const skills = shipped.filter(({ triggers }) => triggers.includes('*'));

/** Name and parameters of every shipped tool; `?` marks what may be left out. */
const tools = {
	files: [
		'file_read(path, offset?, limit?)',
		'file_list(path?)',
		'file_search(pattern, path?, glob?)',
		'file_write(path, content)',
		'file_edit(path, old_text, new_text)',
		'skill_read(path, offset?, limit?)',
	],
	git: ['git_status()', 'git_diff(path?)'],
	github: [
		'comment(body)',
		'open_pull_request(title, body)',
		'pull_request_update(title?, body?)',
		'review_write(body, comments?)',
		'review_reply(thread, body)',
		'labels_set(add?, remove?)',
		'issue_read(number?)',
		'issues_list(state?, kind?, labels?, updated_before?, limit?)',
		'comments_read(number?)',
		'reviews_read(number?)',
		'pull_request_diff(number?, path?)',
		'checks_read(commit?)',
		'check_log(check)',
		'releases_read()',
		'merged_read(since?)',
	],
	memory: ['memory_search(query, limit?)', 'memory_note(text)'],
	shell: ['shell_exec(command, cwd?, timeout_seconds?)'],
};

describe('the shipped skills', () => {
	it('declare exactly these tools', () => {
		const declared = skills.map(({ name, tools }) => [
			name,
			tools.map(({ name, parameters }) => {
				const { properties, required = [] } = parameters as { properties: object; required?: string[] };
				const shown = Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`));
				return `${name}(${shown.join(', ')})`;
			}),
		]);
		expect(Object.fromEntries(declared)).toEqual(tools);
	});

	it('apply to every task and contain instructions of reasonable length', () => {
		for (const { triggers, body } of skills) {
			expect(triggers).toEqual(['*']);
			expect(body.length).toBeGreaterThan(300);
			expect(body.length).toBeLessThan(2500);
		}
	});

	it('have patterns with reasons, on executed commands', () => {
		for (const { danger, confirm } of skills.map((skill) => skill.patterns))
			for (const spec of [...danger, ...confirm])
				expect(spec).toMatchObject({ on: 'executed', reason: expect.stringMatching(/\w/) });
	});
});

const shell = skills.find(({ name }) => name === 'shell');
const compile = (specs: readonly PatternSpec[] = []) =>
	specs.map((spec) => RE2JS.compile(typeof spec === 'string' ? spec : spec.pattern, RE2JS.CASE_INSENSITIVE));
const danger = compile(shell?.patterns.danger);
const confirm = compile(shell?.patterns.confirm);
/** Classifies a command by the commands that it would execute, in the gate's spelling. */
const classify = (command: string) => {
	const texts = analyseShell(command, aWorkspace(), '/checkouts/repo').parts.map((part) => part.text);
	const hits = (patterns: typeof danger) =>
		patterns.some((pattern) => texts.some((text) => pattern.matcher(text).find()));
	return hits(danger) ? 'danger' : hits(confirm) ? 'confirm' : 'none';
};
const gate = aGate({
	skills: skills.map(({ patterns: { source: file, ...specs } }) => ({ file, ...specs })),
});
const decision = (command: string) =>
	gate.judge({ id: '1', name: 'shell_exec', args: { command } }, aContext()).decision;

describe('commands that the gate does not allow because of their effects, without a pattern', () => {
	it.each([
		'npx cowsay',
		'dd if=a of=b',
		'sudo ls',
		'kubectl get pods',
		'terraform apply',
		'uvx x',
		'npm --prefix web install',
	])('%s', (command) => {
		expect(classify(command)).toBe('none');
		expect(judgeShell(command).decision).not.toBe('allow');
	});

	it.each(['npx eslint src', 'npx tsc --noEmit'])('%s is allowed as a program of the project', (command) => {
		expect(classify(command)).toBe('none');
		expect(judgeShell(command).decision).toBe('allow');
	});
});

describe('the patterns of the shell skill, on one command each', () => {
	it.each([
		'rm -rf /',
		'rm -fr /',
		'rm -rfv /',
		'rm -r -f /',
		'rm --recursive --force /',
		'rm -rf "/"',
		'rm / -rf',
		'rm -rf -- /',
		'rm -rf /*',
		'rm -rf ~',
		'rm -rf ~/',
		'rm -rf ~/*',
		'rm -rf $HOME',
		`rm -rf ${'$'}{HOME}/*`,
		'rm -rf "$HOME"',
		'/bin/rm -rf /etc',
		'rm -rf build /usr/',
		'sudo rm x',
		'sudo -n rm x',
		'sudo -u root rm x',
		'sudo /bin/rm x',
		'git push --force',
		'git push -f origin main',
		'git push origin main --force',
		'git push -uf origin main',
		'git push origin +main',
		'git -C d push --force',
		'git push --mirror',
		'psql -c "DROP TABLE users"',
		'psql -c "drop table users"',
		'mysql -e "drop database x"',
		'sqlite3 a.db "DROP  TABLE t"',
		'chmod 777 x',
		'chmod -R 777 x',
		'chmod 0777 x',
		'chmod a+rwx x',
		'mkfs.ext4 /dev/sda1',
		'mkfs /dev/sda',
		'dd if=/dev/zero of=/dev/sda bs=1M',
		'shutdown now',
		'kill -9 -1',
	])('%s is dangerous', (command) => {
		expect([classify(command), decision(command)]).toEqual(['danger', 'block']);
	});

	it.each([
		'npm install',
		'npm i left-pad',
		'npm ci',
		'yarn add x',
		'pip install x',
		'pip3 install -r requirements.txt',
		'python3 -m pip install x',
		'cargo install x',
		'apt-get update',
		'git push',
		'git push origin feature/fix',
		'git push --force-with-lease',
		'git push --follow-tags',
		'git reset --hard HEAD~1',
		'git clean -fdx',
		'docker rm x',
		'docker image prune',
	])('%s needs approval', (command) => {
		expect(classify(command)).toBe('confirm');
	});

	it.each([
		'rm -rf node_modules',
		'rm -rf ./build',
		'rm -rf /home/runner/work/a/a/dist',
		'rm /tmp/x',
		'rm file~',
		'echo rm -rf /',
		'grep -rn "rm -rf /" src',
		'git commit -m "push --force is forbidden"',
		'git log --grep "git push -f"',
		'git status',
		'git diff',
		'chmod 755 x',
		'chmod +x x',
		'npm test',
		'npm run install-hooks',
		'npm view x',
		'cat docs/drop-table.md',
		'rg "DROP TABLE"',
		'kill -1 123',
		'kill 123',
		'go test ./...',
		'cargo test',
		'python -m pytest',
		'tsc -p .',
	])('%s matches no pattern', (command) => {
		expect(classify(command)).toBe('none');
	});
});
