import { expect, it } from 'vitest';
import { type DeliveredFile, deliveredClasses } from '../../src/core/index.ts';
import { aContext, aGate, aShippedPolicy, aWorkspace } from './support.ts';

function aChange(path: string, after: string | undefined): DeliveredFile {
	const state = (text: string) => ({ mode: '100644', bytes: Buffer.from(text) }) as const;
	return { path, before: state('a'), after: after === undefined ? undefined : state(after) };
}

const call = { id: 'c', name: 'open_pull_request', args: { title: 'a', body: 'b' } };
const changes: readonly (readonly DeliveredFile[])[] = [
	[aChange('data.txt', 'b\n'.repeat(3_001))],
	[aChange('src/a.ts', '// @generated\n')],
	[aChange('src/a.ts', '\u2066')],
	Array.from({ length: 21 }, (_, index) => aChange(`a${index}`, undefined)),
];

it.each([
	['default', 'confirm', 'confirm', 'confirm', 'confirm'],
	['strict', 'confirm', 'confirm', 'confirm', 'confirm'],
	['autonomous', 'confirm', 'confirm', 'confirm', 'confirm'],
	['permissive', 'allow', 'allow', 'confirm', 'confirm'],
])('%s: large %s, generated %s, misleading %s, many deletions %s', (base, ...expected) => {
	const gate = aGate({ policies: ['floor', base].map(aShippedPolicy) });
	const judge = (files: readonly DeliveredFile[]) =>
		gate.judge(call, aContext({ mode: 'edit', facts: aWorkspace({ delivered: () => files }) })).decision;
	expect(changes.map(judge)).toEqual(expected);
});

it.each([
	['default', []],
	['strict', []],
	['permissive', []],
	// No rule is needed here: what no rule names needs approval.
	['autonomous', ['lockfile', 'executable', 'binary', 'large', 'generated']],
])('%s has a rule for each class except %j', (base, unnamed) => {
	const rules = aShippedPolicy(base).rules.filter(({ effects }) => effects?.has('deliver') === true);
	const patterns = rules.flatMap(({ effectPatterns }) => effectPatterns ?? []);
	const classes = Object.keys(deliveredClasses).filter((name) => name !== 'ordinary');
	const isNamed = (name: string) => patterns.some((pattern) => pattern.test(`delivers as ${name}: \`a\` (changed)`));
	expect(classes.filter((name) => !isNamed(name))).toEqual(unnamed);
});

it('an ordinary bug fix needs no approval: sources, tests, docs, a changelog, a snapshot, a fixture', () => {
	const paths = 'src/a.ts test/a.test.ts docs/a.md CHANGELOG.md test/__snapshots__/a.snap test/fixtures/a.json';
	const files = paths.split(' ').map((path) => aChange(path, '{ "a": 1 }\n'));
	const { decision, effects } = aGate().judge(call, aContext({ facts: aWorkspace({ delivered: () => files }) }));
	expect(decision).toBe('allow');
	expect(effects.map((effect) => (effect.kind === 'deliver' ? effect.what : ''))).toEqual([
		'',
		...files.map(() => 'ordinary'),
	]);
});
