import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeIgnored } from '../../src/workspace/index.ts';
import { aRepository, asOrdinaryUser, sh } from '../sandbox/temporary.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('ignored files and nested repositories are removed, and everything else stays', async () => {
	using folder = temporaryFolder();
	const root = folder.path;
	const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
	git('init', '-q');
	writeFileSync(join(root, '.gitignore'), 'node_modules/\n*.cache\n');
	writeFileSync(join(root, 'kept.txt'), 'x');
	git('add', '-A');
	git('-c', 'user.name=octocat', '-c', 'user.email=octocat@example.com', 'commit', '-q', '-m', 'x');
	mkdirSync(join(root, 'node_modules', 'inner'), { recursive: true });
	execFileSync('git', ['init', '-q'], { cwd: join(root, 'node_modules', 'inner') });
	for (const name of ['node_modules/run.js', 'a.cache', 'new.txt']) writeFileSync(join(root, name), 'x');
	await removeIgnored(root);
	const there = ['node_modules', 'a.cache', 'new.txt', 'kept.txt', '.gitignore'].filter((name) =>
		existsSync(join(root, name)),
	);
	expect(there).toEqual(['new.txt', 'kept.txt', '.gitignore']);
});

test('an ignored folder without permissions is removed, too', () => {
	const { root } = aRepository(
		{ '.gitignore': 'node_modules/\n' },
		'mkdir -p node_modules/a/b; touch node_modules/a/b/c',
	);
	const removing = `import { chmodSync, existsSync } from 'node:fs';
		import { removeIgnored } from '#workspace/index.ts';
		chmodSync('node_modules/a', 0);
		await removeIgnored(process.cwd());
		console.log(existsSync('node_modules'));`;
	expect(asOrdinaryUser(root, removing).trim()).toBe('false');
});

test('in a folder that replaced a file, ignored files are removed and new files stay', async () => {
	const { root } = aRepository({ '.gitignore': 'node_modules/\n', a: 'one\n', b: 'two\n' });
	sh('rm a b; mkdir -p a/node_modules b/node_modules; touch a/node_modules/x b/node_modules/x b/kept', root);
	await removeIgnored(root);
	const left = sh('find . -name .git -prune -o -type f -print | sort', root).trim().split('\n');
	expect(left).toEqual(['./.gitignore', './b/kept']);
});

test('nothing is removed outside through a link that replaced a folder', async () => {
	const { root } = aRepository({ '.gitignore': 'node_modules/\n', 'src/mine': 'one\n' });
	sh(
		'mkdir -p ../outside/mine/node_modules; touch ../outside/mine/node_modules/x; rm -r src; ln -s ../outside src',
		root,
	);
	await removeIgnored(root);
	expect(existsSync(join(root, '../outside/mine/node_modules/x'))).toBe(true);
});

test('a folder that is not a checkout is an error', async () => {
	using folder = temporaryFolder();
	await expect(removeIgnored(folder.path)).rejects.toMatchObject({ code: 'checkout-mismatch' });
});
