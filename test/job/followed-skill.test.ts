import { describe, expect, it } from 'vitest';
import type { Mode, RunRequest, RunSettings } from '../../src/core/index.ts';
import { shippedPatterns } from '../../src/gate/index.ts';
import { followingSkill, permitted, skillOf } from '../../src/job/followed-skill.ts';
import { judgeFollowing } from '../../src/job/judging.ts';
import { readSkills } from '../../src/skills/index.ts';
import { aContext, shipped } from '../gate/support.ts';

const skillText = (more: string) => `---\nname: look\ndescription: d\ntriggers: [look]\n${more}---\n`;
const skillsOf = (more: string) => readSkills([{ file: 'skills/look/SKILL.md', text: skillText(more) }]).skills;
const [limited] = skillsOf('allowed_tools: [file_read]\nmode: default\nmax_iterations: 20\n');
const settings = (mode: Mode): RunSettings => ({
	mode,
	model: 'm',
	limits: { maxIterations: 8, approvalTimeoutSeconds: 60 },
});

describe('the settings of a run that follows a skill', () => {
	it.each([
		['plan', 'plan'],
		['default', 'default'],
		['edit', 'default'],
		['auto', 'default'],
	] as const)('change mode %s to mode %s', (configured, mode) => {
		expect(followingSkill(settings(configured), limited, false)).toMatchObject({ mode, skill: 'look' });
	});

	it('use its number of iterations, unless the workflow sets one', () => {
		expect(followingSkill(settings('edit'), limited, false).limits.maxIterations).toBe(20);
		expect(followingSkill(settings('edit'), limited, true).limits.maxIterations).toBe(8);
	});

	it.each([
		['budget: {tokens: 5000}', {}, { tokensPerRun: 5000, ofSkill: ['tokens'] }],
		[
			'budget: {tokens: 5000}',
			{ tokensPerRun: 9000, minutesPerRun: 3 },
			{ tokensPerRun: 5000, minutesPerRun: 3, ofSkill: ['tokens'] },
		],
		[
			'budget: {tokens: 5000, minutes: 9}',
			{ tokensPerRun: 4000 },
			{ tokensPerRun: 4000, minutesPerRun: 9, ofSkill: ['minutes'] },
		],
		['budget: {minutes: 3}', { minutesPerRun: 3, tokensPerDay: 1000 }, { minutesPerRun: 3, tokensPerDay: 1000 }],
		['max_iterations: 8', { tokensPerRun: 4000 }, { tokensPerRun: 4000 }],
	])('use its budget if it is lower: %s in %j', (line, configured, limits) => {
		const plain = settings('edit');
		const [skill] = skillsOf(`${line}\n`);
		const followed = followingSkill({ ...plain, limits: { ...plain.limits, ...configured } }, skill, false);
		expect(followed.limits).toEqual({ ...plain.limits, ...limits });
	});

	it('stay the same without a skill or without limits in it', () => {
		expect(followingSkill(settings('edit'), undefined, false)).toEqual(settings('edit'));
		const [plain] = skillsOf('');
		expect(followingSkill(settings('auto'), plain, false)).toEqual({ ...settings('auto'), skill: 'look' });
	});
});

describe('the skill of a run', () => {
	const request = (task: string, trigger: RunRequest['trigger'] = 'comment') => ({ task, trigger }) as RunRequest;

	it('is the one that the workflow names, otherwise the one that matches the task', () => {
		const skills = skillsOf('');
		for (const trigger of ['dispatch', 'schedule'] as const)
			expect(skillOf('look', request('hello', trigger), skills)?.name).toBe('look');
		expect(skillOf('look', request('hello'), skills)).toBeUndefined();
		expect(skillOf('', request('look here', 'dispatch'), skills)?.name).toBe('look');
		expect(skillOf('', request('look here'), skills)?.name).toBe('look');
		expect(skillOf('', request('hello'), skills)).toBeUndefined();
	});
});

describe('the gate of a run that follows a skill', () => {
	const knownTools = ['file_read', 'shell_exec'];
	const gate = { policies: shipped, patterns: shippedPatterns(), knownTools };
	const judged = (name: string, args: Record<string, string>, grants: readonly { kind: 'setup' }[] = []) =>
		judgeFollowing({ gate, permits: permitted(skillsOf('allowed_tools: [file_read]\n'), 'look') })(
			{ id: '1', name, args },
			{ ...aContext(), grants },
		);

	it('blocks a tool that the skill does not permit, by any name of the tool [seeds 50]', () => {
		expect(judged('file_read', { path: 'README.md' }).decision).toBe('allow');
		for (const name of ['shell_exec', 'Bash'])
			expect(judged(name, { command: 'git status' })).toMatchObject({ decision: 'block', rule: 'unknown-tool' });
	});

	it('still runs the setup of the configuration', () => {
		expect(judged('shell_exec', { command: 'git status' }, [{ kind: 'setup' }]).decision).toBe('allow');
	});

	it('permits all tools without a skill, or if the skill no longer exists', () => {
		for (const followed of [undefined, 'gone'])
			expect(permitted(skillsOf('allowed_tools: [file_read]\n'), followed)('shell_exec')).toBe(true);
	});
});
