import { describe, expect, it } from 'vitest';
import type { Mode } from '../../src/core/index.ts';
import { isInOwnWords, modeFor, plannedMode } from '../../src/job/run-mode.ts';
import { readSkills } from '../../src/skills/index.ts';

const ada = { id: 7, login: 'ada' };
const skillOf = (mode: string) =>
	readSkills([
		{ file: 'skills/look/SKILL.md', text: `---\nname: look\ndescription: d\ntriggers: [look]\n${mode}---\n` },
	]).skills[0];

describe('mode auto', () => {
	it('is for people whom the configuration names, by account number and not by login', () => {
		const named = { autoFor: [{ id: 7, login: 'somebody' }] };
		expect(modeFor('auto', named, { actor: ada, trigger: 'comment' })).toEqual({ mode: 'auto', warnings: [] });
		const taken = { autoFor: [{ id: 8, login: 'ada' }] };
		expect(modeFor('auto', taken, { actor: ada, trigger: 'comment' })).toEqual({
			mode: 'contained',
			warnings: [
				expect.stringContaining('`auto_for` of .github/countersign.yml names, and @ada (7) is not among them'),
			],
		});
	});

	it('is not for a task that another person wrote', () => {
		const named = { autoFor: [ada] };
		expect(modeFor('auto', named, { actor: ada, trigger: 'label' })).toEqual({
			mode: 'contained',
			warnings: [expect.stringContaining("and an issue's text may be anybody's: this run is in mode `contained`")],
		});
		const bob = { id: 9, login: 'bob' };
		expect(modeFor('auto', named, { actor: ada, trigger: 'comment', taskBy: bob })).toEqual({
			mode: 'contained',
			warnings: [expect.stringContaining("and the task is @bob's")],
		});
		expect(modeFor('auto', named, { actor: ada, trigger: 'dispatch' }).mode).toBe('auto');
		expect(modeFor('auto', named, { actor: ada, trigger: 'dispatch', foreignWords: true })).toEqual({
			mode: 'contained',
			warnings: [expect.stringContaining("and the words of the task may be anybody's")],
		});
	});

	it('is not for a comment on a line of code, because an app may have written it', () => {
		const code = { path: 'src/slug.js', hunk: '@@ -1 +1 @@' };
		expect(modeFor('auto', { autoFor: [ada] }, { actor: ada, trigger: 'comment', code })).toEqual({
			mode: 'contained',
			warnings: [expect.stringContaining("and a comment beside the code may be an app's")],
		});
		expect(modeFor('edit', { autoFor: [ada] }, { actor: ada, trigger: 'comment', code }).mode).toBe('edit');
		expect(isInOwnWords({ trigger: 'comment', code })).toBe(false);
	});

	it('is not for anybody if nobody is named, and never for a schedule', () => {
		expect(modeFor('auto', {}, { actor: ada, trigger: 'label' }).mode).toBe('contained');
		const named = { autoFor: [ada] };
		expect(modeFor('auto', named, { actor: ada, trigger: 'schedule' })).toEqual({
			mode: 'contained',
			warnings: [expect.stringContaining('a schedule is nobody')],
		});
	});

	it.each<Mode>(['plan', 'default', 'edit', 'contained'])(
		'is the only mode that depends on the person: %s does not',
		(mode) => {
			expect(modeFor(mode, {}, { actor: ada, trigger: 'comment' })).toEqual({ mode, warnings: [] });
		},
	);
});

describe('an approved plan', () => {
	it.each<readonly [Mode, Mode, string, string | undefined]>([
		['plan', 'edit', '', 'edit'],
		['plan', 'plan', '', 'contained'],
		['plan', 'contained', '', 'contained'],
		['plan', 'contained', 'mode: edit\n', 'edit'],
		['plan', 'auto', '', 'contained'],
		['plan', 'default', '', 'default'],
		['plan', 'edit', 'mode: default\n', 'default'],
		['plan', 'edit', 'mode: plan\n', undefined],
		['edit', 'edit', 'mode: plan\n', undefined],
		['edit', 'edit', '', undefined],
	])(
		'of a run in mode %s, with mode %s configured and skill %j, runs in mode %s',
		(asked, configured, skill, expected) => {
			expect(plannedMode(asked, configured, skillOf(skill))).toBe(expected);
		},
	);
});
