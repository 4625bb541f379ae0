import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spokenCommands } from '../../src/report/index.ts';

const root = join(import.meta.dirname, '..', '..');
const page = join(root, 'docs', 'approvals.md');
const block = /<!-- golden: (\S+) -->\n(?:>.*\n)*<!-- \/golden -->/g;

/** The page with its golden files filled in; other tests compare these files with the rendered comments. */
function filled(text: string): string {
	return text.replace(block, (_, name: string) => {
		const golden = readFileSync(join(root, 'test', 'golden', `${name}.md`), 'utf8').trimEnd();
		const shown = golden.replaceAll(/\s*<!-- [^>]* -->/g, '');
		const quoted = shown.split('\n').map((line) => (line === '' ? '>' : `> ${line}`));
		return `<!-- golden: ${name} -->\n${quoted.join('\n')}\n<!-- /golden -->`;
	});
}

test('the docs show eleven examples as the code renders them; UPDATE_DOCS=1 updates them', () => {
	const pages = globSync('docs/*.md', { cwd: root }).map((name) => join(root, name));
	let shown = 0;
	for (const file of pages) {
		const text = readFileSync(file, 'utf8');
		if (process.env['UPDATE_DOCS'] === '1' && filled(text) !== text) writeFileSync(file, filled(text));
		shown += [...text.matchAll(block)].length;
		expect(readFileSync(file, 'utf8'), file).toBe(filled(text));
	}
	expect(shown).toBe(11);
});

test('the page names every command of the help', () => {
	const text = readFileSync(page, 'utf8');
	for (const [command] of spokenCommands) {
		const word = /^\/(?:agent (?!fix)\w+|approve A1 .*|\w+)/.exec(command)?.[0] ?? command;
		expect(text.replaceAll('` · `', '` · `/agent ')).toContain(word);
	}
});
