import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { declarationsOf, tsc } from '../scripts/declarations.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const declarations = declarationsOf('src/gate-library.ts');
const flags = '--strict --module nodenext --noEmit --ignoreConfig'.split(' ');

const right = `import { createGate, localFacts, type Verdict } from 'countersign/gate';
const gate = createGate({ knownTools: ['shell_exec'] });
const facts = localFacts({ root: '/checkout', home: '/home/octocat' });
const call = { id: '1', name: 'shell_exec', args: { command: 'ls' } };
const verdict: Verdict = gate.judge(call, { facts, mode: 'default', grants: [] });
export const first: string | undefined = verdict.matches[0]?.file;
`;

/** What the compiler says to somebody who has installed the package. */
function compile(text: string): string {
	using folder = temporaryFolder();
	const installed = join(folder.path, 'node_modules/countersign');
	mkdirSync(join(installed, 'dist'), { recursive: true });
	copyFileSync(new URL('../package.json', import.meta.url), join(installed, 'package.json'));
	writeFileSync(join(installed, 'dist/gate.d.ts'), declarations);
	writeFileSync(join(folder.path, 'use.mts'), text);
	return spawnSync(process.execPath, [tsc, ...flags, 'use.mts'], { cwd: folder.path, encoding: 'utf8' }).stdout;
}

it('can be imported by a strict project that has nothing else installed', () => {
	expect(compile(right)).toBe('');
});

it('is typed: what it does not have is an error', () => {
	const wrong = right.replace("mode: 'default'", "mode: 'yolo'").replace('[0]?.file', '[0]?.reasons');
	expect(compile(wrong).match(/error TS\d+/g)).toEqual(['error TS2322', 'error TS2551']);
});

it('points to no other file and to no package', () => {
	expect(declarations).not.toMatch(/^import\b|\bimport\(|^export .*\bfrom\b|^\/\/\/|^export \*/m);
});

it('is refused where a type comes from elsewhere', () => {
	expect(() => declarationsOf('src/core/entry.ts')).toThrow('`z` is of `zod`');
});
