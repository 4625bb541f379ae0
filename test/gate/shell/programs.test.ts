import { describe, expect, it } from 'vitest';
import type { Part } from '../../../src/gate/part.ts';
import { exampleFacts } from '../../../src/gate/policy-examples.ts';
import { analyseShell } from '../../../src/gate/shell/analyse.ts';
import type { Program } from '../../../src/gate/shell/program.ts';
import { modes } from '../../../src/gate/shell/programs/modes.ts';
import { versions } from '../../../src/gate/shell/programs/versions.ts';
import { allPrograms } from '../../../src/gate/shell/programs.ts';
import { brief } from './brief.ts';
import { examples } from './examples.ts';

const hasEffects = ({ effects }: Part) => effects.length > 0;
const rows = [...modes(), ...allPrograms()];
const lines = examples();
const words = new Set(lines.flatMap(({ command }) => command.split(/[^\w.:@+[-]+/)));

describe('the table of programs', () => {
	it.each(lines.map(({ command, effects }) => [command, effects] as const))(
		'gives the expected effects: %s',
		(command, expected) => {
			const { parts } = analyseShell(command, exampleFacts, '/workspace');
			const effects = parts.flatMap((part) => part.effects.map(brief));
			expect([...new Set(effects)].sort()).toEqual([...new Set(expected)].sort());
		},
	);

	it('has an example for every row, and each name only once', () => {
		const isShown = ({ names }: Pick<Program, 'names'>) => names.some((name) => words.has(name));
		const all = rows.flatMap((row) => [row, ...(row.subcommands ?? [])]);
		expect(all.filter((row) => !isShown(row)).map(({ names }) => names.join(' '))).toEqual([]);
		const names = allPrograms().flatMap((program) => program.names);
		expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
	});

	it('does not read options of a command that a row passes on', () => {
		const all = rows.flatMap((row) => [row, ...(row.subcommands ?? [])]);
		const handing = all.filter(({ operands }) => [operands].flat().includes('command'));
		// The command of `script` is one word, the value of `-c`.
		const others = ['script'];
		const wrong = handing.filter(({ wraps, names }) => wraps !== true && !others.includes(names[0] ?? ''));
		expect(wrong.map(({ names }) => names.join(' '))).toEqual([]);
		expect(handing.length).toBeGreaterThan(30);
	});

	it.each(versions)('knows that %s only print with %s', (names, texts) => {
		const calls = names.split(' ').flatMap((name) => texts.split('|').map((text) => `${name} ${text}`));
		const doing = calls.filter((call) => analyseShell(call, exampleFacts, '/workspace').parts.some(hasEffects));
		expect(doing).toEqual([]);
	});
});
