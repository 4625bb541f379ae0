import { describe, expect, it } from 'vitest';
import { starterFiles } from '../../src/readiness/index.ts';
import { configText, decidedWords, foundWords } from '../../src/readiness/starter-texts.ts';
import { type Files, stackOf } from './stack-of.ts';
import { exampleTemplates } from './templates.ts';

function houseRules(files: Files, setup = true): string {
	const starters = starterFiles(stackOf(files), exampleTemplates, { uses: './', maintenance: false, setup });
	return starters.find(({ path }) => path.endsWith('SKILL.md'))?.text ?? '';
}

const project = { 'package.json': '{"scripts":{"test":"x"}}', 'package-lock.json': '' };

describe('houseRules', () => {
	it('names the setup commands and nothing else', () => {
		const text = houseRules(project);
		expect(text).toContain('run with network access before your first command: `npm ci`.');
		expect(text).not.toContain('Nothing is installed beforehand');
	});

	it('says that nothing is installed when setup was not wanted', () => {
		const text = houseRules(project, false);
		expect(text).toContain('Nothing is installed beforehand for npm.');
		expect(text).not.toContain('npm ci');
	});

	it('names a language without setup next to one with setup', () => {
		const text = houseRules({ ...project, Rakefile: 'task :test\n' });
		expect(text).toContain('`npm ci`');
		expect(text).toContain('Nothing is installed beforehand for Rake.');
	});

	it('says nothing about installing when nothing is needed', () => {
		expect(houseRules({ 'go.mod': 'module example.com/a\n' })).not.toMatch(/installed|network/);
	});
});

describe('the output of init', () => {
	const files = { ...project, 'pnpm-lock.yaml': '' };

	it('says what it found and decided', () => {
		expect(foundWords(stackOf(files))).toBe('JavaScript, pnpm');
		expect(decidedWords(stackOf(files))).toBe(
			'the workflow installs pnpm, Node.js; setup runs `pnpm install --frozen-lockfile`; tests are `pnpm test`; of several: `pnpm`, not `npm`',
		);
	});

	it('is also correct when it found nothing', () => {
		expect(foundWords(stackOf({}))).toBe('no known language');
		expect(decidedWords(stackOf({}))).toBe('the workflow installs no tools; no setup; no test command');
	});
});

describe('the configuration', () => {
	it('opens no host to all commands', () => {
		expect(configText(stackOf({ 'Cargo.toml': '', 'go.mod': 'require a v1\n', 'pom.xml': '' }), [])).not.toMatch(
			/^sandbox/m,
		);
	});
});
