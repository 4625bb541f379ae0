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
	])('writes ordinary files unasked, as the file tools do: %s', (command) => {
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
	])('asks, or blocks, as before: %s', (command) => {
		expect(inEdit(command)).not.toBe('allow');
	});
});
