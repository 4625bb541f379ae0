import { expect, it } from 'vitest';
import { chooseSkill, loadSkills, permittedTools, requireSkills, unknownAllowed } from '../../src/skills/index.ts';
import { toolDefinitions } from '../../src/tools/index.ts';

const skills = requireSkills(await loadSkills(new URL('../../skills', import.meta.url).pathname));
const ours = toolDefinitions.map(({ name }) => name);
const tasks = skills.filter(({ triggers }) => !triggers.includes('*'));

const argumentsOf = ({ parameters }: (typeof toolDefinitions)[number]): readonly string[] =>
	Object.keys((parameters as { readonly properties?: object }).properties ?? {});

/** Tasks as people write them, by the skill that fits. */
const fitting: Readonly<Record<string, readonly string[]>> = {
	'fix-issue': [
		'fix this',
		'Please fix the flaky test in src/session.test.ts',
		'this crashes when the list is empty',
		'can you fix the review page?',
		'fix-issue',
	],
	implement: [
		'implement the export as CSV',
		'add support for proxies',
		'Address the review comments',
		'please add a review endpoint',
	],
	'review-pr': ['review', 'review this', 'Please review the changes of this pull request', 'do a code review'],
	triage: ['triage', 'could you triage this issue?', 'label this', 'classify this and say which component it is'],
	'ci-doctor': [
		'why is CI red? ci fails since yesterday',
		'the build fails on main',
		'look into the failing build',
		'ci-doctor, look at this',
	],
	'update-dependencies': ['update dependencies', 'bump undici to 7.1.0', 'upgrade the outdated packages'],
	'docs-sync': ['update the docs', 'fix the docs', 'the README is wrong about --json: mend the documentation'],
	'release-notes': ['write the release notes for 1.2.0', 'prepare the release: changelog and notes for the release'],
	'flaky-watch': ['which tests are flaky?', 'flaky tests of the last weeks', 'flaky-watch'],
	'stale-sweep': ['stale', 'are these still relevant? stale issues: #3 #5 #8', 'clean up issues #1 to #9'],
};

it('every shipped task skill has tasks in this test', () => {
	expect(tasks.map(({ name }) => name).sort()).toEqual(Object.keys(fitting).sort());
});

it.each(Object.entries(fitting).flatMap(([name, texts]) => texts.map((text) => [name, text] as const)))(
	'%s is chosen for: %s',
	(name, text) => {
		expect(chooseSkill(text, skills)?.name).toBe(name);
	},
);

it.each([
	'what does this function do?',
	'hello',
	'explain how sessions expire',
	'the specific circumstances',
	'answer the last review',
	'rename the triage column',
	'what is the postal code of this site?',
	'the addons of this site',
])('no skill is chosen for: %s', (text) => {
	expect(chooseSkill(text, skills)).toBeUndefined();
});

it.each(tasks.map((skill) => [skill.name, skill] as const))(
	'%s is complete and names only existing tools',
	(_, skill) => {
		expect(skill.version).toBe('1.0.0');
		expect(skill.maxIterations).toBeGreaterThanOrEqual(8);
		expect(skill.body.length).toBeGreaterThan(1200);
		expect(skill.body.length).toBeLessThan(3000);
		expect(skill.notices).toBeUndefined();
		expect(unknownAllowed([skill], ours)).toEqual([]);
		const permitted = permittedTools(skill) ?? ours;
		const words = [...skill.body.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, word]) => word);
		const used = words.filter((word) => permitted.includes(word ?? ''));
		const theirs = toolDefinitions.filter(({ name }) => used.includes(name)).flatMap(argumentsOf);
		expect(words.filter((word) => !used.includes(word) && !theirs.includes(word ?? ''))).toEqual([]);
		expect(used.length).toBeGreaterThan(0);
	},
);

it.each(tasks.map((skill) => [skill.name, skill] as const))(
	'%s requires no step that its tools cannot do',
	(_, skill) => {
		const permitted = permittedTools(skill) ?? ours;
		const spans = [...skill.body.matchAll(/`([^`]+)`/g)].map(([, span]) => span ?? '');
		const commands = spans.filter((span) => /^(git|npm|cargo|pip|node|npx|go) /.test(span));
		expect(commands.length === 0 || permitted.includes('shell_exec')).toBe(true);
		expect(commands.length === 0 || skill.requires.includes('shell')).toBe(true);
		const delivers = skill.body.includes('**Deliver**');
		expect(delivers).toBe(skill.body.includes('`open_pull_request`') && permitted.includes('file_edit'));
		// A skill that uses the tools of another skill must require it.
		for (const name of skill.requires) expect(skills.map((one) => one.name)).toContain(name);
		for (const { name, tools } of skills.filter(({ tools }) => tools.length > 0)) {
			const needed = tools.some((tool) => skill.body.includes(`\`${tool.name}\``));
			if (needed) expect(skill.requires, `${skill.name} uses tools of ${name}`).toContain(name);
		}
	},
);

it('the review and triage skills can change neither files nor branches [seeds 65]', () => {
	const changing = ['shell_exec', 'file_write', 'file_edit', 'open_pull_request', 'pull_request_update'];
	for (const name of ['review-pr', 'triage', 'stale-sweep']) {
		const skill = tasks.find((one) => one.name === name);
		expect(skill && permittedTools(skill)?.filter((tool) => changing.includes(tool))).toEqual([]);
	}
});
