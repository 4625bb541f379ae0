import { describe, expect, it } from 'vitest';
import { aWorkspace, judgeTool } from './support.ts';

const folders = new Set(['evil', 'evil/.github', 'evil/a', 'src', 'docs']);
const facts = aWorkspace({ isDirectory: (path) => folders.has(path.replace('/checkouts/repo/', '')) });
const inEdit = (command: string) => judgeTool('shell_exec', { command }, { mode: 'edit', facts }).decision;

describe('mode edit and commands', () => {
	it.each([
		'touch src/a.ts',
		'mkdir -p docs/guides',
		"sed -i 's/a/b/' src/a.ts",
		"sed -i 's/a/b/' src/*.ts",
		"sed -i 's/a/b/' *.md",
		"cat > src/a.ts <<'EOF'\nexport const a = 1;\nEOF",
		'echo x | tee -a docs/notes.md',
		'cp src/a.ts src/b.ts',
		'cp src/a.ts .',
		'cp -r docs guides',
		'mv docs guides',
		'cp -r evil/a src/',
		'mv src/a.ts src/b.ts',
		"printf 'a\\n' >> CHANGELOG.md",
		'mkdir -p src/new && touch src/new/a.ts && ls src/new',
	])('allows writing ordinary files, as for the file tools: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
		expect(judgeTool('shell_exec', { command }, { mode: 'default' }).decision).toBe('confirm');
	});

	it.each([
		'rm src/a.ts',
		'rm -r src/old',
		'git rm src/a.ts',
		"sed -i 's/a/b/' .github/workflows/ci.yml",
		"sed -i 's/a/b/' $(git ls-files)",
		"find . -name '*.yml' | xargs sed -i 's/a/b/'",
		"find . -type f -exec sed -i 's/a/b/' {} +",
		"sed -i 's/a/b/' .*/*",
		'cp x ../y',
		'mv src/a.ts /tmp/../home/a.ts',
		'touch ~/notes.md',
		'echo x > "$OUT"',
		'touch src/a.ts && node src/a.ts',
		'echo "* -diff" >> .gitattributes',
		'cp -r evil .github',
		'touch .github/x.yml',
		'echo id > node_modules/.bin/eslint',
		'echo x > .venv/bin/python',
		'echo x > AGENTS.md',
		'cp a .cargo/config.toml',
		'echo x > .gdbinit',
		'ln -s a .vscode',
		'cp -r evil/. .',
		'mv evil/.github .github',
		'mv evil/a node_modules',
		'cp evil/.gitattributes .',
		'cp .npmrc docs',
		'cp -t .husky evil/pre-commit',
		'mv evil/* .',
		'chmod +x src/a.sh; ./src/a.sh',
		'ln -s /etc src/etc',
		'echo x > .env',
		'cp a.txt .env.local',
	])('does not allow other writes or deletions: %s', (command) => {
		expect(inEdit(command)).not.toBe('allow');
	});
});

describe('mode edit and temporary files', () => {
	it.each([
		'go test ./... > /tmp/out.txt 2>&1; tail -5 /tmp/out.txt',
		'npm test 2>&1 | tee /tmp/test.log | tail -20',
		'git diff > /tmp/change.patch && wc -l /tmp/change.patch',
		'until [ -s /tmp/a.log ]; do sleep 1; done; tail -3 /var/tmp/a.log',
		'sort docs/a.md > /tmp/a.md && mv /tmp/a.md docs/a.md',
		'mkdir -p /tmp/area && cp -r src /tmp/area/ && ls /tmp/area/src',
	])('allows saving output there and reading it: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});

	it.each([
		'cat /tmp/*',
		'cat /tmp/ssh-abc/agent.1',
		'rm /tmp/a',
		'bash /tmp/a.sh',
		'cat /tmp/../etc/passwd',
		'cat /tmp/.env',
		'cat /opt/a.log',
		'cp /tmp/hook .git/hooks/pre-commit',
	])('does not allow other uses of the folder: %s', (command) => {
		expect(inEdit(command)).not.toBe('allow');
	});
});

describe('a text of several lines in a sed script', () => {
	it.each(["sed -i '2,3c\\\n  a\\\n  b' src/a.ts", "sed -i '/x/a\\\nline one\\\ne rm -rf src' src/a.ts"])(
		'is only text: %j',
		(command) => {
			expect(inEdit(command)).toBe('allow');
		},
	);

	it.each(["sed -i '2c\\\n  a\ne rm -rf src' src/a.ts", "sed '1a x\ne rm -rf ~' src/a.ts"])(
		'ends at a line without a backslash: %j',
		(command) => {
			expect(inEdit(command)).not.toBe('allow');
		},
	);
});

/** Threat: such a file is code, or names a program that is fetched or run, and the next command of the line obeys it. */
describe('a configuration file that is code or names a program', () => {
	it.each([
		'echo x > .eslintrc.js',
		'echo x > .eslintrc.cjs',
		'echo x > .prettierrc.js; npx prettier --check .',
		'echo x > .prettierrc.mjs',
		'echo x > web/.prettierrc.ts',
		'echo x > rust-toolchain.toml; cargo test',
		'echo x > rust-toolchain',
		'echo x > gradle/wrapper/gradle-wrapper.properties',
		'echo x > gradle.properties',
		'echo x > app/gradle.properties',
		'echo x > pnpm-workspace.yaml',
	])('needs approval: %s', (command) => {
		expect(inEdit(command)).toBe('confirm');
	});

	it.each([
		'echo x > .eslintrc.json',
		'echo x > .eslintrc',
		'echo x > .prettierrc',
		'echo x > .prettierrc.yaml',
		'echo x > .prettierignore',
		'echo x > src/main/resources/application.properties',
	])('needs no approval when it only contains data: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});
});

it.each(['AGENTS.md', 'AGENT.md', 'docs/CLAUDE.md', 'CONVENTIONS.md', 'GEMINI.md', '.goosehints', 'opencode.json'])(
	'needs approval if a command writes instructions for agents: %s',
	(path) => {
		expect(inEdit(`echo x > ${path}`)).toBe('confirm');
	},
);
