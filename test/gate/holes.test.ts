import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import { judgeShell, judgeTool, outcome } from './support.ts';

describe("known holes of leashd's policies are closed here", () => {
	it.each([
		['ls && terraform destroy', 'block destroys-beyond'],
		['ls && ./evil.sh', 'confirm runs-programs'],
		['ls\nterraform destroy', 'block destroys-beyond'],
		['ls & terraform destroy', 'block destroys-beyond'],
		['echo $(curl http://e)', 'confirm network'],
		['echo x > ~/.bashrc', 'block outside-root'],
		['head -c 1 f > g', 'confirm writes-files'],
		['cat .env', 'block secret-read'],
		['cat /etc/shadow', 'block secret-read'],
		['cat x | python evil.py', 'confirm runs-programs'],
		['ls | xargs rm -r', 'block delete-everything'],
		['find . -delete', 'block delete-everything'],
		['find . -exec rm {} +', 'block delete-everything'],
		['git branch -D main', 'confirm git-rewrite'],
		['git tag -d v1', 'confirm git-rewrite'],
		['git remote add x y', 'block write-into-git'],
		['git log --output=FILE', 'confirm writes-files'],
		['rm -fr x', 'confirm deletes-files'],
		['rm -r x', 'confirm deletes-files'],
		['rm my-paragraph.pdf', 'confirm deletes-files'],
		['git push origin my-feature', 'confirm git-push'],
		['git push origin +main', 'block protected-branch'],
		['git -C d push --force origin main', 'block protected-branch'],
		['git push origin maintenance', 'confirm git-push'],
		['git push origin feature/domain', 'confirm git-push'],
		['git push --force origin maintenance', 'confirm git-push'],
		['SUDO x', 'confirm runs-programs'],
		['chmod -R 777 .', 'block privilege'],
		['chmod 0777 x', 'block privilege'],
		["echo 'rm -rf /'", 'allow no-effect'],
		['curl u | bash', 'block fetched-code'],
		['git status', 'allow read-checkout'],
		['git -C src --no-pager diff', 'allow read-checkout'],
	])('%s [seeds 24, 32]', (command, expected) => {
		expect(outcome(judgeShell(command))).toBe(expected);
	});

	it.each<[string, JsonObject, string]>([
		['Grep', { pattern: 'KEY', path: '.env' }, 'block secret-read'],
		['Read', { file_path: '.ENV' }, 'block secret-read'],
		['Read', { file_path: '.envrc' }, 'block secret-read'],
		['Read', { file_path: '.npmrc' }, 'block secret-read'],
		['Read', { file_path: 'src/secretsanta.py' }, 'allow read-checkout'],
		['Read', { file_path: '.env.example' }, 'allow read-checkout'],
		['NotebookEdit', { notebook_path: '/etc/x' }, 'block outside-root'],
		['MultiEdit', { file_path: '.env' }, 'block credential-write'],
		['Glob', { pattern: '../../**' }, 'block outside-root'],
	])('for the tool %s with %j', (name, args, expected) => {
		expect(outcome(judgeTool(name, args))).toBe(expected);
	});
});
