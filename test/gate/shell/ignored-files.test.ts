import { describe, expect, it } from 'vitest';
import { aWorkspace, judgeShell } from '../support.ts';

const texts: Readonly<Record<string, string>> = { '.gitignore': '.env\nnode_modules', 'docs/.gitignore': 'out\n' };
const facts = aWorkspace({ readText: (path) => texts[path] });
const inEdit = (command: string) => judgeShell(command, { facts, mode: 'edit' }).decision;

describe('a line that changes which files git ignores, and uses this', () => {
	it.each([
		"echo '!.env' >> .gitignore; git add .; git diff --cached",
		"printf '\\n!.env\\n' >> .gitignore; git add -A",
		"echo '!.env' >> .gitignore; rg .",
		"echo '' > .gitignore; git add -A; git diff --cached",
		'printf x >> .gitignore; git stash -u',
		'> .gitignore; git grep --untracked .',
		'> .gitignore; git grep --untr foo',
		'sed -i /env/d .gitignore; git add . && git diff --cached',
		'sed -i /env/d docs/.gitignore && git add docs',
		"sed -i /env/d .gitignore && git add '*'",
		'sed -i /env/d .gitignore && git ls-files -o --exclude-standard | xargs cat',
		'cp docs/x .gitignore; fd -x cat',
		'cp docs/x .gitignore; rg foo',
		'cp docs/x .ignore; ag foo',
		'truncate -s0 .gitignore && git add .',
		'chmod 000 .gitignore && git add .',
		'git show HEAD~1:.gitignore > .gitignore; git add .',
		'python3 -c \'open(".gitignore", "w").write("x")\'; git add .',
		"find . -name '*ignore' -exec sed -i s/x/y/ {} +; git add .",
		'for f in a b; do git add .; sed -i /x/d .gitignore; done',
		'f() { git add .; }; sed -i /x/d .gitignore; f',
		'echo a >> .gitignore; echo b >> .gitignore; git add .',
	])('asks: %s', (command) => {
		expect(inEdit(command)).toBe('confirm');
	});

	it.each([
		'git add . && git commit -m x',
		'git add -A && git diff --cached',
		"printf '\\ndist/\\n' >> .gitignore && git add . && git commit -m x",
		'echo dist/ >> docs/.gitignore && git add -A',
		"printf '.env\\nnode_modules\\ndist\\n' > .gitignore && git add .",
		'echo out > src/.gitignore && git add src',
		"sed -i '/x/d' .gitignore && git add .gitignore src/a.ts && git commit -m x",
		"sed -i '/x/d' .gitignore && git commit -am x",
		"sed -i '/x/d' .gitignore && git diff",
		"sed -i '/x/d' *.md && git add .",
		'cat .gitignore; git add .',
		'git grep --untracked foo',
		'git grep --untracked -l password',
		'git stash -u',
	])('is allowed when nothing hidden is staged: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});

	it('asks when git searches untracked files for credentials', () => {
		expect(inEdit('git grep --untracked password')).toBe('confirm');
	});
});
