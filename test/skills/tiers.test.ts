import { describe, expect, it } from 'vitest';
import {
	chooseSkill,
	permittedTools,
	readSkills,
	renderSkillError,
	type Skill,
	toldSkills,
	unknownAllowed,
} from '../../src/skills/index.ts';

const shippedText = (more = '') =>
	`---\nname: triage\ndescription: d\ntriggers: [triage]\nallowed_tools: [file_read, labels_set]\nmode: default\nmax_iterations: 9\nbudget: {tokens: 50000, minutes: 10}\n${more}---\nShipped.\n`;
const ownText = (more: string, name = 'triage') =>
	`---\nname: ${name}\ndescription: ours\ntriggers: [triage]\n${more}---\nOurs.\n`;
const own = (text: string, name = 'triage') => ({
	file: `.github/countersign/skills/${name}/SKILL.md`,
	text,
	isOwn: true,
});
const together = (more: string) =>
	readSkills([{ file: 'skills/triage/SKILL.md', text: shippedText() }, own(ownText(more))]);

const budget = { tokens: 50_000, minutes: 10 };

describe("a repository's skill with the name of a shipped one", () => {
	it('replaces it and keeps its limits', () => {
		const { skills, diagnostics } = together('');
		expect(diagnostics).toEqual([]);
		expect(skills).toMatchObject([
			{ body: 'Ours.', allowedTools: ['file_read', 'labels_set'], mode: 'default', maxIterations: 9, budget },
		]);
	});

	it('can have stricter limits', () => {
		const [skill] = together(
			'allowed_tools: [file_read]\nmode: plan\nmax_iterations: 3\nbudget: {minutes: 5}\n',
		).skills;
		expect(skill).toMatchObject({ allowedTools: ['file_read'], mode: 'plan', maxIterations: 3 });
		expect(skill?.budget).toEqual({ tokens: 50_000, minutes: 5 });
		expect(skill?.notices).toBeUndefined();
	});

	it('cannot have looser limits, and gets a note', () => {
		const [skill] = together(
			'allowed_tools: [file_read, shell_exec]\nmode: auto\nmax_iterations: 50\nbudget: {tokens: 60000, minutes: 60}\n',
		).skills;
		expect(skill).toMatchObject({ allowedTools: ['file_read'], mode: 'default', maxIterations: 9, budget });
		expect(skill?.notices?.map(renderSkillError)).toEqual([
			expect.stringMatching(
				/countersign\/skills\/triage\/SKILL\.md:5 allowed_tools: skills\/triage\/SKILL\.md .*shell_exec/,
			),
		]);
	});

	it('is refused if the shipped skill has tools or patterns', () => {
		const shipped = shippedText('danger_patterns: ["x"]\n');
		const { skills, diagnostics } = readSkills([{ file: 'skills/triage/SKILL.md', text: shipped }, own(ownText(''))]);
		expect(skills.map(({ body }) => body)).toEqual(['Shipped.']);
		expect(diagnostics.map(renderSkillError)).toEqual([expect.stringContaining('already the name of skills/triage')]);
	});

	it('does not replace another skill of the repository', () => {
		const { diagnostics } = readSkills([own(ownText('')), own(ownText(''), 'b')]);
		expect(diagnostics).toHaveLength(1);
	});
});

describe('allowed_tools', () => {
	const skillsOf = (...texts: string[]) => readSkills(texts.map((text, index) => own(text, `s${index}`))).skills;

	it.each([
		['file_raed', 'Did you mean `file_read`?'],
		['Read', 'Did you mean `file_read`?'],
		['teleport_everything', 'Use names of docs/tools.md: file_read.'],
	])('reports %s as an error with line and fix [seeds 65]', (name, fix) => {
		const skills = skillsOf(ownText(`allowed_tools: [file_read, ${name}]\n`));
		expect(unknownAllowed(skills, ['file_read']).map(renderSkillError)).toEqual([
			`.github/countersign/skills/s0/SKILL.md:5 allowed_tools: \`${name}\` is no tool of Countersign, of a skill or of an MCP server. Fix: ${fix}`,
		]);
	});

	it('can name commands of skills and tools of MCP servers', () => {
		const tool = 'tools: [{name: collect, description: d, parameters: {}, run: [sh]}]\n';
		const skills = skillsOf(ownText('allowed_tools: [collect, mcp__docs__search]\n'), ownText(tool, 'other'));
		expect(unknownAllowed(skills, [])).toEqual([]);
	});

	it('can be empty, so that only skills can be read', () => {
		const [skill] = skillsOf(ownText('allowed_tools: []\n'));
		expect(skill && permittedTools(skill)).toEqual(['skill_read']);
	});
});

describe('chooseSkill', () => {
	const skill = (name: string, triggers: string, more = '') =>
		own(`---\nname: ${name}\ndescription: d\ntriggers: [${triggers}]\n${more}---\nBody of ${name}.\n`, name);
	const { skills } = readSkills([
		skill('deploy-notes', 'deploy'),
		skill('audit-log', 'audit log'),
		skill('short', 'add, fix'),
		skill('helper', 'deploy', 'tools: [{name: collect, description: d, parameters: {}, run: [sh]}]\n'),
	]);

	it.each([
		['DEPLOY it', 'deploy-notes'],
		['the specific redeployment', undefined],
		['the audit log is too long', undefined],
		['adding it', 'short'],
		['it fixes nothing', 'short'],
		['addressed to a fixture', undefined],
		['audit log: is it complete?', 'audit-log'],
		['make deploy-notes of it', 'deploy-notes'],
		[`${'x '.repeat(300)}deploy`, undefined],
	])('for %j it chooses %s [seeds 17, 90]', (task, name) => {
		expect(chooseSkill(task, skills)?.name).toBe(name);
	});

	it('prefers the skill of the repository', () => {
		const text = '---\nname: a-deploy\ndescription: d\ntriggers: [deploy]\n---\n';
		const all = readSkills([{ file: 'skills/a/SKILL.md', text }, skill('z-deploy', 'deploy')]).skills;
		expect(chooseSkill('please deploy', all)?.name).toBe('z-deploy');
	});
});

describe('the texts of skills in a run', () => {
	const skill = (name: string, more: string, isOwn = true) => ({
		file: `${isOwn ? '.github/countersign/' : ''}skills/${name}/SKILL.md`,
		text: `---\nname: ${name}\ndescription: About ${name}.\n${more}---\nBody of ${name}.\n`,
		isOwn,
	});
	const { skills } = readSkills([
		skill('files', 'triggers: ["*"]\n', false),
		skill('shipped-task', 'triggers: [something]\n', false),
		skill('base', 'triggers: [nothing]\n'),
		skill('top', 'triggers: [top]\nrequires: [base]\nallowed_tools: [file_read]\n'),
		skill('other', 'triggers: [other]\n'),
	]);
	const folder = '.github/countersign/skills';
	const told = (task: string, followed?: string): Readonly<Record<string, string>> => {
		const paths = [`${folder}/top/SKILL.md`, `${folder}/top/a/b.md`, `${folder}/topper/x.md`, 'src/a.ts'];
		const all: readonly Skill[] = toldSkills(skills, { task, paths, ...(followed === undefined ? {} : { followed }) });
		return Object.fromEntries(all.map(({ name, body }) => [name, body]));
	};

	it('are complete for skills that are basic, followed, mentioned or required [seeds 21, 23]', () => {
		const bodies = told('do the top thing', 'top');
		expect(bodies['files']).toBe('Body of files.');
		expect(bodies['base']).toBe('Body of base.');
		expect(bodies['top']).toMatch(
			/^This run follows this skill\. It has these tools .*: file_read, skill_read\.\n\nBody of top\./,
		);
	});

	it('name only the files next to the skill', () => {
		const { top } = told('top', 'top');
		expect(top).toContain(`- ${folder}/top/a/b.md`);
		expect(top).not.toMatch(/topper|src\/a\.ts/);
	});

	it('are one line for other skills of the repository, and empty for shipped tasks [seeds 23]', () => {
		const bodies = told('do the top thing', 'top');
		expect(bodies['other']).toMatch(
			/^About other\.\n\nRead `\.github\/countersign\/skills\/other\/SKILL\.md` with `skill_read`/,
		);
		expect(bodies['shipped-task']).toBe('');
	});
});
