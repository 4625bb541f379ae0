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
	it('loads with every field that the format has', () => {
		const skill = read(
			'license: MIT\ncompatibility: needs qpdf\nmetadata:\n  author: octocat\n  version: "1.0"\nallowed-tools: Read Grep\n',
		);
		expect(skill).toMatchObject({ name: 'pdf-forms', isOpenFormat: true, body: 'Do it.', tools: [], requires: [] });
		expect(skill.notices).toBeUndefined();
	});

	it('names no triggers: the words of its name and description count [seeds 17]', () => {
		expect(read('').triggers).toEqual([]);
	});

	it('is chosen by people only where its author says so', () => {
		expect(read('disable-model-invocation: true\n')).toMatchObject({ isOnlyNamed: true });
		expect(read('disable-model-invocation: true\n').notices).toBeUndefined();
		expect(read('disable-model-invocation: false\n').isOnlyNamed).toBeUndefined();
	});

	it.each([
		['allowed-tools: Read Grep Bash(git log:*) Edit\n', ['file_read', 'file_search', 'shell_exec', 'file_edit']],
		['allowed-tools: "Read, Write"\n', ['file_read', 'file_write', 'open_pull_request']],
		['allowed-tools: [Glob, Bash]\n', ['file_list', 'shell_exec', 'issue_read', 'comment']],
		['tools: Read, Grep\n', ['file_read', 'file_search']],
	])('%j permits our tools of those names', (fields, tools) => {
		expect(permittedTools(read(fields))).toEqual(expect.arrayContaining(tools));
	});

	it('may write and deliver only where its list writes', () => {
		const reading = permittedTools(read('allowed-tools: Read Bash\n')) ?? [];
		expect(reading).not.toContain('file_write');
		expect(reading).not.toContain('open_pull_request');
		expect(permittedTools(read(''))).toBeUndefined();
	});

	it('tells what has no meaning here, with line and fix, and loads all the same', () => {
		const { notices = [] } = read('allowed-tools: Read WebFetch Bash(git:*)\nmodel: opus\n');
		expect(notices.map(renderSkillError)).toEqual([
			expect.stringMatching(/SKILL\.md:5 model: `model` has no meaning here and is ignored\. Fix: /),
			expect.stringMatching(/SKILL\.md:4 allowed-tools: `WebFetch` is no tool of Countersign and is left out\. Fix: /),
			expect.stringMatching(/SKILL\.md:4 allowed-tools: `Bash\(git:\*\)` stands for `shell_exec`, whatever/),
		]);
	});

	it('is not taken for open where a field restricts, or was meant to', () => {
		for (const fields of ['danger_patern: [a]\n', 'allowed_tool: [file_read]\n', 'mode: plan\n', 'require: [shell]\n'])
			expect(faults(fields)).toContainEqual(expect.stringContaining('S.md:1 triggers: This field is missing.'));
	});

	it('names what is wrong with a list of tools', () => {
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
	])('may have a budget below `metadata`: %s', (text, budget) => {
		expect(read(`metadata:\n  budget: ${text}\n`).budget).toEqual(budget);
	});

	it('that looks and judges by its name only reads', () => {
		expect(permittedTools(read('', 'security-review'))).toEqual(expect.arrayContaining(['file_read', 'skill_read']));
		expect(permittedTools(read('', 'security-review'))).not.toContain('shell_exec');
		expect(permittedTools(read('', 'preview-server'))).toBeUndefined();
	});
});
