import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../src/gate/policy-examples.ts';
import { analyseShell } from '../../../src/gate/shell/analyse.ts';
import type { Program } from '../../../src/gate/shell/program.ts';
import { modes } from '../../../src/gate/shell/programs/modes.ts';
import { programs } from '../../../src/gate/shell/programs.ts';
import { brief } from './brief.ts';

function all(table: readonly Program[]): readonly Program[] {
	return table.flatMap((program) => [program, ...all(program.subcommands ?? [])]);
}

const rows = all([...modes, ...programs]);

describe('the table of programs', () => {
	it.each(rows.flatMap((row) => Object.entries(row.examples)))('%s', (command, expected) => {
		const { parts } = analyseShell(command, exampleFacts, '/workspace');
		const effects = parts.flatMap((part) => part.effects.map(brief));
		expect([...new Set(effects)].sort()).toEqual([...new Set(expected)].sort());
	});

	it('has an example for every row, and no name twice', () => {
		for (const row of rows) expect(Object.keys(row.examples), row.names.join(' ')).not.toEqual([]);
		const names = programs.flatMap((program) => program.names);
		expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
	});
});
