import { describe, expect, it } from 'vitest';
import type { Facts, Gate } from '../../src/core/index.ts';
import { compilePatterns, createGate } from '../../src/gate/index.ts';
import { linearEngine } from '../../src/gate/loading.ts';
import { aContext, aGate, aPolicy, aWorkspace, judgeShell, judgeTool, outcome, shipped } from './support.ts';

const { patterns } = compilePatterns([], linearEngine);
const shell = (command: string) => ({ id: 'c', name: 'shell_exec', args: { command } });

describe('the gate', () => {
	it('returns a complete verdict [seeds 25]', () => {
		expect(judgeShell('npm test')).toEqual({
			decision: 'allow',
			risk: 'low',
			rule: 'project-scripts',
			reason: "Runs the project's own declared tests, linters, type checks and builds.",
			effects: [{ kind: 'exec.project', script: 'npm test', definedIn: 'package.json' }],
			executes: ['package.json'],
			matches: [
				{
					stage: 'policy',
					decision: 'allow',
					rule: 'project-scripts',
					reason: "Runs the project's own declared tests, linters, type checks and builds.",
					risk: 'low',
					evidence: "npm test: runs the project's own `npm test` (declared in `package.json`)",
					file: 'policies/default.yml',
					line: expect.any(Number),
				},
			],
		});
	});

	it('cannot be created without the floor', () => {
		expect(() => createGate({ policies: [aPolicy('name: x')], patterns, knownTools: 'any' })).toThrow(
			'The policy `floor`, which blocks the most dangerous calls, is missing',
		);
	});

	it('blocks an unknown tool before any other check', () => {
		const gate = aGate({ knownTools: ['file_read', 'shell_exec'] });
		expect(gate.judge({ id: 'c', name: 'rm_all', args: {} }, aContext())).toMatchObject({
			decision: 'block',
			rule: 'unknown-tool',
			reason: 'There is no tool `rm_all` here. Tools: file_read, shell_exec.',
		});
		expect(outcome(gate.judge({ id: 'c', name: 'Bash', args: { command: 'ls' } }, aContext()))).toBe(
			'allow read-checkout',
		);
	});

	it('asks about a permitted tool with unknown effects', () => {
		const gate = aGate({ knownTools: ['mcp__x__y'] });
		expect(outcome(gate.judge({ id: 'c', name: 'mcp__x__y', args: {} }, aContext()))).toBe('confirm cannot-be-known');
	});

	it('blocks arguments that are too large to analyse', () => {
		expect(outcome(judgeTool('file_write', { path: 'a', content: 'x'.repeat(4_000_001) }))).toBe('block too-large');
	});

	it.each<keyof Facts>(['realPath', 'readText', 'changedInRun'])('blocks when %s throws', (port) => {
		const facts = aWorkspace({
			[port]: () => {
				throw new Error('disk on fire');
			},
		});
		const verdict = judgeShell('npm test; cat a', { facts });
		expect(verdict).toMatchObject({ decision: 'block', rule: 'gate-error', matches: [{ stage: 'error' }] });
		expect(verdict.reason).toContain('disk on fire');
	});

	it('asks about a test when this run changed its definition', () => {
		const facts = aWorkspace({ changedInRun: (path) => path === 'package.json' });
		expect(outcome(judgeShell('npm test', { facts }))).toBe('confirm definition-changed');
		expect(outcome(judgeShell('make test', { facts }))).toBe('allow project-scripts');
	});

	it('lists the files whose content would run', () => {
		expect(judgeShell('node scripts/x.js && bash y.sh && npm run lint').executes).toEqual([
			'scripts/x.js',
			'y.sh',
			'package.json',
		]);
	});

	it("blocks force pushes to branches that are not the run's own", () => {
		const gate = aGate({ ownBranchPrefix: 'countersign/' });
		expect(outcome(gate.judge(shell('git push -f origin topic'), aContext()))).toBe('block foreign-force-push');
		expect(outcome(gate.judge(shell('git push -f origin countersign/1-x'), aContext()))).toBe('confirm git-push');
		expect(outcome(gate.judge(shell('git push origin topic'), aContext()))).toBe('confirm git-push');
	});

	it('names the delivery tool in its reason when a command pushes', () => {
		expect(judgeShell('git push origin topic').reason).toContain('`open_pull_request`');
	});

	const plain = { policies: shipped, patterns, knownTools: 'any' } as const;
	const noLs = aPolicy('rules: [{name: no-ls, tools: [Bash], command_patterns: ["^ls"], action: deny}]');
	const strict = { ...plain, policies: [...shipped, noLs] };

	it('returns the stricter verdict of two rule sets, with the matches of both', () => {
		for (const gate of [createGate(strict, plain), createGate(plain, strict)]) {
			const verdict = gate.judge(shell('ls'), aContext());
			expect(outcome(verdict)).toBe('block no-ls');
			expect(verdict.matches.map(({ rule }) => rule).sort()).toEqual(['no-ls', 'read-checkout', 'read-checkout']);
		}
	});

	it('reads each file once for two rule sets', () => {
		const readBy = (gate: Gate): readonly string[] => {
			const read: string[] = [];
			const { facts } = aContext();
			const readText: Facts['readText'] = (path) => {
				read.push(path);
				return facts.readText(path);
			};
			gate.judge(shell('npm test'), aContext({ facts: { ...facts, readText } }));
			return read;
		};
		expect(readBy(createGate(plain))).toContain('package.json');
		expect(readBy(createGate(plain, strict))).toEqual(readBy(createGate(plain)));
	});

	it('cannot be created when one of two rule sets has no floor', () => {
		expect(() => createGate(plain, { ...plain, policies: [noLs] })).toThrow('The policy `floor`');
	});

	it('returns the same verdict for the same call [seeds 33]', () => {
		expect(judgeShell('rm -rf dist | tee a')).toEqual(judgeShell('rm -rf dist | tee a'));
	});
});
