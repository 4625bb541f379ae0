import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hiddenDenies } from '../../src/gate/hidden-denies.ts';
import { samplesOf } from '../../src/gate/pattern-samples.ts';
import { loadPolicy } from '../../src/gate/policy-load.ts';
import { tryPolicy } from '../../src/gate/policy-trial.ts';

/** What is told of an allow and a deny after it. */
function hiddenIn(allow: string, deny: string): readonly string[] {
	const rules = [`name: free, action: allow, ${allow}`, `name: never, action: deny, reason: no, ${deny}`];
	const text = `rules:\n${rules.map((rule) => `  - { ${rule} }\n`).join('')}`;
	return hiddenDenies(loadPolicy(text, 'own.yml')).map(({ example }) => example);
}

const anything = 'effects: [exec, exec.project, network, git.push, read]';

describe('deny rules hidden by an earlier allow rule', () => {
	it.each([
		['one of several alternatives', "'^npm '", "'^npm\\s+(?:unpublish|publish)\\b'", 'npm unpublish'],
		['only the last alternative', "'^npm (ci|publish)$'", "'^npm (unpublish|owner|publish)'", 'npm publish'],
		['a word anywhere', "'^terraform '", "'\\bdestroy\\b'", 'terraform  destroy'],
		['an optional part', "'^git push'", "'^git push( -f)? origin'", 'git push origin'],
		['a character class with a repeat count', "'^make '", "'^make [a-z]{3}-prod'", 'make aaa-prod'],
	])('are reported for %s', (_, allow, deny, example) => {
		expect(
			hiddenIn(`${anything}, command_patterns: [${allow}]`, `tools: [shell_exec], command_patterns: [${deny}]`),
		).toEqual([example]);
	});

	it('are reported for a path and for a branch', () => {
		expect(
			hiddenIn("effects: [write], paths: ['src/**']", "effects: [write], paths: ['src/{vendor,gen}/*.ts']"),
		).toEqual(['file_write src/vendor/x.ts']);
		expect(hiddenIn("effects: [git.push], branches: ['**']", "effects: [git.push], branches: ['release/*']")).toEqual([
			'git push origin release/x',
		]);
	});

	it.each([
		['an intended exception', "'^npm publish --dry-run$'", "'^npm publish'"],
		['patterns that cannot match the same command', "'^npm '", "'^yarn publish'"],
		['a word after an anchored end', "'^git status$'", "'\\bpush\\b'"],
	])('are not reported for %s', (_, allow, deny) => {
		expect(
			hiddenIn(`${anything}, command_patterns: [${allow}]`, `tools: [shell_exec], command_patterns: [${deny}]`),
		).toEqual([]);
	});

	it('are not reported for the shipped policies', () => {
		const folder = join(import.meta.dirname, '../../policies');
		const files = readdirSync(folder).filter((file) => file.endsWith('.yml'));
		expect(files).toContain('default.yml');
		const told = files.flatMap((file) => tryPolicy(readFileSync(join(folder, file), 'utf8'), file, {}).policy.warnings);
		expect(told.filter((warning) => warning.includes('denies what'))).toEqual([]);
	});
});

describe('sample texts of a pattern', () => {
	it.each([
		['^(a|b)(c|d)?$', ['a', 'bc', 'ad', 'ac', 'bd', 'b']],
		['(?i)drop\\s+(?P<what>table|database)', ['drop table', 'drop database']],
		['(?!x)y+\\.[^a]{2}', ['y.xx']],
		['[]x]\\]', ['x]']],
		['a**b', ['*b', 'a*b']],
	])('for %s are the expected ones', (pattern, samples) => {
		expect(samplesOf(pattern)).toEqual(samples);
	});

	it('are limited in number, but show each alternative', () => {
		const samples = samplesOf('(a|b|c|d|e)(1|2|3|4)(x|y|z|w)(-|_)');
		expect(samples).toHaveLength(48);
		for (const part of 'abcde1234xyzw-_')
			expect(
				samples.some((text) => text.includes(part)),
				part,
			).toBe(true);
	});
});
