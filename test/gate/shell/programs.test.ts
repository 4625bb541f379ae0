import { describe, expect, it } from 'vitest';
import type { Part } from '../../../src/gate/part.ts';
import { exampleFacts } from '../../../src/gate/policy-examples.ts';
import { analyseShell } from '../../../src/gate/shell/analyse.ts';
import type { Program } from '../../../src/gate/shell/program.ts';
import { modes } from '../../../src/gate/shell/programs/modes.ts';
import { versions } from '../../../src/gate/shell/programs/versions.ts';
import { allPrograms } from '../../../src/gate/shell/programs.ts';
import { brief } from './brief.ts';

function all(table: readonly Program[]): readonly Program[] {
	return table.flatMap((program) => [program, ...all(program.subcommands ?? [])]);
}

const hasEffects = ({ effects }: Part) => effects.length > 0;
const rows = all([...modes(), ...allPrograms()]);

describe('the table of programs', () => {
	it.each(rows.flatMap((row) => Object.entries(row.examples)))('%s', (command, expected) => {
		const { parts } = analyseShell(command, exampleFacts, '/workspace');
		const effects = parts.flatMap((part) => part.effects.map(brief));
		expect([...new Set(effects)].sort()).toEqual([...new Set(expected)].sort());
	});

	it('has an example for every row, and no name twice', () => {
		for (const row of rows) expect(Object.keys(row.examples), row.names.join(' ')).not.toEqual([]);
		const names = allPrograms().flatMap((program) => program.names);
		expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
	});

	it.each(versions)('knows that %s do nothing but print for %s', (names, lines) => {
		const calls = names.split(' ').flatMap((name) => lines.split('|').map((line) => `${name} ${line}`));
		const doing = calls.filter((call) => analyseShell(call, exampleFacts, '/workspace').parts.some(hasEffects));
		expect(doing).toEqual([]);
	});
});
