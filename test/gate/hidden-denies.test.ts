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

describe('denies behind an allow', () => {
	it.each([
		['one of several words', "'^npm '", "'^npm\\s+(?:unpublish|publish)\\b'", 'npm unpublish'],
		['only the last of several', "'^npm (ci|publish)$'", "'^npm (unpublish|owner|publish)'", 'npm publish'],
		['a word anywhere', "'^terraform '", "'\\bdestroy\\b'", 'terraform  destroy'],
		['an option that may be left out', "'^git push'", "'^git push( -f)? origin'", 'git push origin'],
		['a class and a number of times', "'^make '", "'^make [a-z]{3}-prod'", 'make aaa-prod'],
	])('tells of %s', (_, allow, deny, example) => {
		expect(
			hiddenIn(`${anything}, command_patterns: [${allow}]`, `tools: [shell_exec], command_patterns: [${deny}]`),
		).toEqual([example]);
	});

	it('tells of a path and of a branch', () => {
		expect(
			hiddenIn("effects: [write], paths: ['src/**']", "effects: [write], paths: ['src/{vendor,gen}/*.ts']"),
		).toEqual(['file_write src/vendor/x.ts']);
		expect(hiddenIn("effects: [git.push], branches: ['**']", "effects: [git.push], branches: ['release/*']")).toEqual([
			'git push origin release/x',
		]);
	});

	it.each([
		['an exception that is meant', "'^npm publish --dry-run$'", "'^npm publish'"],
		['what cannot be both', "'^npm '", "'^yarn publish'"],
		['a word after a closed end', "'^git status$'", "'\\bpush\\b'"],
	])('is silent about %s', (_, allow, deny) => {
		expect(
			hiddenIn(`${anything}, command_patterns: [${allow}]`, `tools: [shell_exec], command_patterns: [${deny}]`),
		).toEqual([]);
	});

	it('is silent about the policies that ship', () => {
		const folder = join(import.meta.dirname, '../../policies');
		const files = readdirSync(folder).filter((file) => file.endsWith('.yml'));
		expect(files).toContain('default.yml');
		const told = files.flatMap((file) => tryPolicy(readFileSync(join(folder, file), 'utf8'), file, {}).policy.warnings);
		expect(told.filter((warning) => warning.includes('denies what'))).toEqual([]);
	});
});

describe('samples of a pattern', () => {
	it.each([
		['^(a|b)(c|d)?$', ['a', 'bc', 'ad', 'ac', 'bd', 'b']],
		['(?i)drop\\s+(?P<what>table|database)', ['drop table', 'drop database']],
		['(?!x)y+\\.[^a]{2}', ['y.xx']],
		['[]x]\\]', ['x]']],
		['a**b', ['*b', 'a*b']],
	])('%s', (pattern, samples) => {
		expect(samplesOf(pattern)).toEqual(samples);
	});

	it('are few, and show each of many ways', () => {
		const samples = samplesOf('(a|b|c|d|e)(1|2|3|4)(x|y|z|w)(-|_)');
		expect(samples).toHaveLength(48);
		for (const part of 'abcde1234xyzw-_')
			expect(
				samples.some((text) => text.includes(part)),
				part,
			).toBe(true);
	});
});
