import { describe, expect, it } from 'vitest';
import type { Facts, FolderEntry } from '../../../src/core/index.ts';
import { aWorkspace, judgeShell } from '../support.ts';

const root = aWorkspace().root;

/** A workspace in memory with these folders, and the folders that were looked into. */
function withFolders(folders: Readonly<Record<string, readonly FolderEntry[]>>): { facts: Facts; seen: string[] } {
	const seen: string[] = [];
	const entries = (folder: string): readonly FolderEntry[] => {
		const path = folder.slice(root.length + 1) || '.';
		seen.push(path);
		return folders[path] ?? [];
	};
	return { facts: aWorkspace({ entries }), seen };
}

const files = (count: number, start = 'f'): readonly FolderEntry[] =>
	Array.from({ length: count }, (_, i) => ({ name: `${start}${i}.ts`, kind: 'file' }));
const folder = (name: string): FolderEntry => ({ name, kind: 'folder' });
const decide = (command: string, facts: Facts) => judgeShell(command, { facts, mode: 'edit' }).decision;

describe('facts that do not know the files of a folder', () => {
	const { entries: _entries, ...facts } = aWorkspace();

	it('make the gate ask when a name or a link could do harm', () => {
		for (const line of ['cat *.md', 'sed -n 1p *.md', "find src -name '*.py' | xargs head -1", 'grep -R foo src'])
			expect([line, decide(line, facts)]).toEqual([line, 'confirm']);
	});

	it('do not matter when no name comes from the disk', () => {
		for (const line of [
			'echo *.md',
			'cat README.md',
			'ls src',
			'grep -rn foo src',
			'find src -name "*.py"',
			'npm test',
		])
			expect([line, decide(line, facts)]).toEqual([line, 'allow']);
	});
});

describe('the folders that the gate looks at', () => {
	it('are one for a pattern in one folder, and none without a pattern', () => {
		const { facts, seen } = withFolders({ '.': [folder('docs'), folder('src')], docs: files(3) });
		expect(decide('cat docs/*.ts; head -1 docs/f*', facts)).toBe('allow');
		expect(seen).toEqual(['docs']);
		seen.length = 0;
		expect(decide('cat README.md; npm test; grep -rn foo src; git diff', facts)).toBe('allow');
		expect(seen).toEqual([]);
	});

	it('do not include the folder of git or installed packages', () => {
		const packages: FolderEntry = { name: 'node_modules', kind: 'packages' };
		const { facts, seen } = withFolders({ '.': [folder('src'), folder('.git'), packages], src: files(2) });
		expect(decide("find . -name '*.ts' | xargs head -1", facts)).toBe('allow');
		expect(seen.sort()).toEqual(['.', 'src']);
	});

	it('make the gate ask when they have too many files', () => {
		const { facts } = withFolders({ '.': [folder('docs'), folder('big')], docs: files(3), big: files(25_001) });
		expect(decide('cat docs/*', facts)).toBe('allow');
		expect(decide('cat big/*', facts)).toBe('confirm');
		expect(decide("find . -name '*.ts' | xargs head -1", facts)).toBe('confirm');
		expect(decide("find . -name '*.ts'", facts)).toBe('allow');
	});

	it('make the gate ask when too many names are odd', () => {
		const { facts } = withFolders({ '.': files(300, '-x ') });
		expect(decide('sed -n 1p *.ts', facts)).toBe('confirm');
	});

	it('are limited for a line with many patterns', () => {
		const deep = Object.fromEntries(
			Array.from({ length: 400 }, (_, i) => [
				i === 0 ? '.' : `${'d/'.repeat(i).slice(0, -1)}`,
				[...files(40), folder('d')],
			]),
		);
		const { facts } = withFolders(deep);
		const line = Array.from({ length: 300 }, (_, i) => `cat ${'d/'.repeat(i % 60)}**/x${i} a${i}*`).join('\n');
		let asked = 0;
		const counted: Facts = {
			...facts,
			entries: (path) => {
				asked++;
				return facts.entries?.(path);
			},
		};
		decide(line, counted);
		expect(asked).toBeLessThan(1_000);
	});
});
