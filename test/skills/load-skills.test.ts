import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSkills, readSkills, renderSkillError, requireSkills } from '../../src/skills/index.ts';

let dir: string;
beforeEach(() => {
	dir = join(mkdtempSync(join(tmpdir(), 'skills-')), 'skills');
	mkdirSync(dir);
});
afterEach(() => rmSync(join(dir, '..'), { recursive: true }));

function aSkill(fields: { name: string; tool?: string; requires?: string }): string {
	const tool = fields.tool ? `tools: [{name: ${fields.tool}, description: d, parameters: {}}]\n` : '';
	const requires = fields.requires ? `requires: [${fields.requires}]\n` : '';
	return `---\nname: ${fields.name}\ndescription: d\ntriggers: [t]\n${tool}${requires}---\nBody of ${fields.name}\n`;
}

function put(folder: string, text: string): void {
	mkdirSync(join(dir, folder));
	writeFileSync(join(dir, folder, 'SKILL.md'), text);
}

const lines = (loaded: Awaited<ReturnType<typeof loadSkills>>) => loaded.diagnostics.map(renderSkillError);

describe('loadSkills', () => {
	it('returns the skills sorted by name, not by folder', async () => {
		put('1', aSkill({ name: 'zebra' }));
		put('2', aSkill({ name: 'ant' }));
		writeFileSync(join(dir, 'README.md'), 'not a skill');
		mkdirSync(join(dir, '.hidden'));
		const loaded = await loadSkills(dir);
		expect(loaded.skills.map(({ name, file }) => [name, file])).toEqual([
			['ant', 'skills/2/SKILL.md'],
			['zebra', 'skills/1/SKILL.md'],
		]);
		expect(loaded.diagnostics).toEqual([]);
	});

	it('reports an invalid file and still reads the others [seeds 13]', async () => {
		put('bad', '---js\n---\n');
		put('good', aSkill({ name: 'good' }));
		mkdirSync(join(dir, 'hollow'));
		const loaded = await loadSkills(dir, '.github/skills');
		expect(loaded.skills.map(({ name }) => name)).toEqual(['good']);
		expect(lines(loaded)).toEqual([
			expect.stringMatching(/^\.github\/skills\/hollow\/SKILL\.md:1 The folder holds no SKILL\.md\. Fix: /),
			expect.stringMatching(/^\.github\/skills\/bad\/SKILL\.md:1 The first line must be exactly/),
		]);
		expect(() => requireSkills(loaded)).toThrow(expect.objectContaining({ code: 'bad-skill' }));
	});

	it('does not follow symbolic links', async () => {
		const outside = join(dir, '..', 'outside');
		mkdirSync(outside);
		writeFileSync(join(outside, 'SKILL.md'), aSkill({ name: 'outside' }));
		symlinkSync(outside, join(dir, 'folder'));
		mkdirSync(join(dir, 'file'));
		symlinkSync(join(outside, 'SKILL.md'), join(dir, 'file', 'SKILL.md'));
		const loaded = await loadSkills(dir);
		expect(loaded.skills).toEqual([]);
		expect(lines(loaded)).toEqual([
			expect.stringContaining('skills/file/SKILL.md:1 This is not a regular file'),
			expect.stringContaining('skills/folder/SKILL.md:1 This is not a regular file'),
		]);
	});

	it('fails when the folder is missing', async () => {
		await expect(loadSkills(join(dir, 'none'))).rejects.toMatchObject({
			code: 'bad-skill',
			message: expect.stringContaining('`none`'),
		});
	});
});

describe('readSkills', () => {
	const read = (...texts: string[]) => readSkills(texts.map((text, index) => ({ file: `f${index}`, text })));

	it('refuses a second skill with the same name [seeds 14]', () => {
		const loaded = read(aSkill({ name: 'a' }), aSkill({ name: 'a' }));
		expect(loaded.skills.map(({ file }) => file)).toEqual(['f0']);
		expect(loaded.diagnostics).toMatchObject([
			{ file: 'f1', field: 'name', message: '`a` is already the name of f0.' },
		]);
	});

	it('refuses a second tool with the same name, so that shipped tools stay [seeds 19]', () => {
		const loaded = read(aSkill({ name: 'a', tool: 'x' }), aSkill({ name: 'b', tool: 'x' }));
		expect(loaded.skills.map(({ name }) => name)).toEqual(['a']);
		expect(loaded.diagnostics).toMatchObject([{ file: 'f1', field: 'tools', message: expect.stringContaining('f0') }]);
	});

	it.each([
		['a missing skill', [aSkill({ name: 'a', requires: 'b' })], 'requires `b`, which is not there'],
		[
			'itself',
			[aSkill({ name: 'a', requires: 'b' }), aSkill({ name: 'b', requires: 'a' })],
			'requires itself: a → b → a',
		],
		[
			'skills over too many levels',
			['b', 'c', 'd', 'e', 'f']
				.map((next, index) => aSkill({ name: 'abcde'.charAt(index), requires: next }))
				.concat(aSkill({ name: 'f' })),
			'more than 3 levels: a → b → c → d → e.',
		],
	])('refuses a skill that requires %s [seeds 21]', (_, texts, message) => {
		const loaded = read(...texts);
		expect(loaded.diagnostics[0]).toMatchObject({ file: 'f0', field: 'requires' });
		expect(loaded.diagnostics[0]?.message).toContain(message);
		expect(loaded.skills.map(({ name }) => name)).not.toContain('a');
	});

	it('accepts three levels of required skills [seeds 21]', () => {
		const texts = ['b', 'c', 'd'].map((next, index) => aSkill({ name: 'abc'.charAt(index), requires: next }));
		expect(read(...texts, aSkill({ name: 'd' })).diagnostics).toEqual([]);
	});
});
