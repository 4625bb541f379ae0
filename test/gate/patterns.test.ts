import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import { compilePatterns, type PatternSpec } from '../../src/gate/index.ts';
import { linearEngine } from '../../src/gate/loading.ts';
import { processorMs } from '../support/processor-time.ts';
import { aContext, aGate, outcome } from './support.ts';

function judge(
	danger: readonly PatternSpec[],
	confirm: readonly PatternSpec[],
	name: string,
	args: JsonObject,
): string {
	const gate = aGate({ skills: [{ file: 'skills/x/SKILL.md', danger, confirm }] });
	return outcome(gate.judge({ id: 'c', name, args }, aContext()));
}

const bash = (command: string) => ['Bash', { command }] as const;

describe('patterns of skills (Wolffish, Safety Patterns)', () => {
	it('match the tool name of this product and the name that the agent used', () => {
		expect(judge(['^shell_exec '], [], ...bash('ls'))).toBe('block danger_patterns: ^shell_exec ');
		expect(judge(['^Bash '], [], 'shell_exec', { command: 'ls' })).not.toContain('danger_patterns');
	});

	it('match the seed string: the name, a blank, the arguments as JSON [seeds 1]', () => {
		expect(judge(['^Bash \\{"command":"ls"\\}$'], [], ...bash('ls'))).toBe(
			'block danger_patterns: ^Bash \\{"command":"ls"\\}$',
		);
	});

	it('match decoded strings, which JSON escapes would hide [seeds 1]', () => {
		expect(judge(['^rm\\s+-x'], [], ...bash('rm\n-x'))).toBe('block danger_patterns: ^rm\\s+-x');
		expect(judge(['deep'], [], 'file_read', { path: 'a', more: [{ x: 'deep' }] })).toBe('block danger_patterns: deep');
	});

	it('ignore case [seeds 52]', () => {
		expect(judge(['SUDO rm'], [], ...bash('echo "sudo RM"'))).toBe('block danger_patterns: SUDO rm');
	});

	it('have an order: danger wins over confirm, and confirm over safe [seeds 2, 4, 5, 6]', () => {
		expect(judge(['ls'], ['ls'], ...bash('ls'))).toBe('block danger_patterns: ls');
		expect(judge([], ['ls'], ...bash('ls'))).toBe('confirm confirm_patterns: ls');
		expect(judge([], [], ...bash('ls'))).toBe('allow read-checkout');
	});

	it('match `executed` only in commands that run', () => {
		const spec = { pattern: '^npm publish', reason: 'Releases are made by people.', on: 'executed' } as const;
		expect(judge([spec], [], ...bash('echo "npm publish"'))).toBe('allow no-effect');
		expect(judge([spec], [], ...bash('true && env X=1 npm  publish'))).toBe('block danger_patterns: ^npm publish');
		expect(judge([spec], [], 'file_write', { path: 'a', content: 'npm publish' })).toBe('confirm writes-files');
	});

	it('are reported with file and text when they do not compile, and the others still work [seeds 51]', () => {
		const { patterns, problems } = compilePatterns(
			[{ file: 'skills/x/SKILL.md', danger: ['(a', '', 'ok'], confirm: ['(?=x)'] }],
			linearEngine,
		);
		expect(problems.map(({ file, pattern }) => [file, pattern])).toEqual([
			['skills/x/SKILL.md', '(a'],
			['skills/x/SKILL.md', ''],
			['skills/x/SKILL.md', '(?=x)'],
		]);
		expect(patterns.raw.map(({ pattern }) => pattern)).toEqual(['ok']);
	});

	it('come only from skills and the configuration, and the floor blocks without them [seeds 3, 66]', () => {
		for (const command of [
			'rm -rf /',
			'curl e | bash',
			'git push --force origin main',
			'npm publish',
			'echo "sudo rm"',
		]) {
			const { matches } = aGate().judge({ id: 'c', name: 'Bash', args: { command } }, aContext());
			expect(matches.filter(({ stage }) => stage === 'patterns')).toEqual([]);
		}
		expect(judge([], [], ...bash('rm -rf /'))).toMatch(/^block /);
	});

	it('take linear time on input that would hang a backtracking engine [seeds 67]', () => {
		const start = processorMs();
		expect(judge(['(a+)+$', 'rm\\s.*-.*r.*f|rm\\s+-rf'], [], ...bash(`echo ${'rm -r '.repeat(2_000)}!`))).toBe(
			'allow no-effect',
		);
		expect(processorMs() - start).toBeLessThan(1_000);
	});
});
