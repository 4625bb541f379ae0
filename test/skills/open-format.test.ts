import { describe, expect, it } from 'vitest';
import { permittedTools, readSkill, renderSkillError } from '../../src/skills/index.ts';

const file = '.github/countersign/skills/pdf-forms/SKILL.md';

function read(fields: string, name = 'pdf-forms') {
	const text = `---\nname: ${name}\ndescription: Fill in forms of PDF files. Use when the user asks for it.\n${fields}---\n\nDo it.\n`;
	const reading = readSkill(text, file);
	if (!reading.ok) throw new Error(reading.errors.map(renderSkillError).join('\n'));
	return reading.skill;
}

const faults = (fields: string) => {
	const reading = readSkill(`---\nname: a\ndescription: d\n${fields}---\n`, 'S.md');
	return reading.ok ? [] : reading.errors.map(renderSkillError);
};

describe('a skill of the open format', () => {
	it('loads with every field of the format', () => {
		const skill = read(
			'license: MIT\ncompatibility: needs qpdf\nmetadata:\n  author: octocat\n  version: "1.0"\nallowed-tools: Read Grep\n',
		);
		expect(skill).toMatchObject({ name: 'pdf-forms', isOpenFormat: true, body: 'Do it.', tools: [], requires: [] });
		expect(skill.notices).toBeUndefined();
	});

	it('has no triggers; its name and description decide [seeds 17]', () => {
		expect(read('').triggers).toEqual([]);
	});

	it('is chosen only by people when its author says so', () => {
		expect(read('disable-model-invocation: true\n')).toMatchObject({ isOnlyNamed: true });
		expect(read('disable-model-invocation: true\n').notices).toBeUndefined();
		expect(read('disable-model-invocation: false\n').isOnlyNamed).toBeUndefined();
	});

	it.each([
		['allowed-tools: Read Grep Bash(git log:*) Edit\n', ['file_read', 'file_search', 'shell_exec', 'file_edit']],
		['allowed-tools: "Read, Write"\n', ['file_read', 'file_write', 'open_pull_request']],
		['allowed-tools: [Glob, Bash]\n', ['file_list', 'shell_exec', 'issue_read', 'comment']],
		['tools: Read, Grep\n', ['file_read', 'file_search']],
	])('%j allows the matching tools of Countersign', (fields, tools) => {
		expect(permittedTools(read(fields))).toEqual(expect.arrayContaining(tools));
	});

	it('allows writing and delivery only if its list contains a tool that writes', () => {
		const reading = permittedTools(read('allowed-tools: Read Bash\n')) ?? [];
		expect(reading).not.toContain('file_write');
		expect(reading).not.toContain('open_pull_request');
		expect(permittedTools(read(''))).toBeUndefined();
	});

	it('gets a note with line and fix for fields without meaning here', () => {
		const { notices = [] } = read('allowed-tools: Read WebFetch Bash(git:*)\nmodel: opus\n');
		expect(notices.map(renderSkillError)).toEqual([
			expect.stringMatching(/SKILL\.md:5 model: `model` has no meaning here and is ignored\. Fix: /),
			expect.stringMatching(/SKILL\.md:4 allowed-tools: `WebFetch` is no tool of Countersign and is left out\. Fix: /),
			expect.stringMatching(/SKILL\.md:4 allowed-tools: `Bash\(git:\*\)` stands for `shell_exec`, whatever/),
		]);
	});

	it('is not taken for the open format if a field may restrict it', () => {
		for (const fields of ['danger_patern: [a]\n', 'allowed_tool: [file_read]\n', 'mode: plan\n', 'require: [shell]\n'])
			expect(faults(fields)).toContainEqual(expect.stringContaining('S.md:1 triggers: This field is missing.'));
	});

	it('gets an error for an invalid list of tools', () => {
		expect(faults('allowed-tools: 7\n')).toEqual([
			expect.stringMatching(
				/^S\.md:4 allowed-tools: Neither text nor a list of names of tools\. Fix: Write `allowed-tools:/,
			),
		]);
	});

	it.each([
		['{tokens: 50000}', { tokens: 50_000 }],
		['{tokens: 50000, minutes: 5}', { tokens: 50_000, minutes: 5 }],
		['high', undefined],
		['[1, 2]', undefined],
	])('can have a budget below `metadata`: %s', (text, budget) => {
		expect(read(`metadata:\n  budget: ${text}\n`).budget).toEqual(budget);
	});

	it('only reads if its name says that it reviews', () => {
		expect(permittedTools(read('', 'security-review'))).toEqual(expect.arrayContaining(['file_read', 'skill_read']));
		expect(permittedTools(read('', 'security-review'))).not.toContain('shell_exec');
		expect(permittedTools(read('', 'preview-server'))).toBeUndefined();
	});
});
