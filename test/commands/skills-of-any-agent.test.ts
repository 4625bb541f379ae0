import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { putFiles } from '../sandbox/temporary.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { typed } from '../support/typed-command.ts';

const text = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`;

/** A checkout with skills in every folder, and with symbolic links. */
function checkout(root: string): void {
	putFiles(root, {
		'.claude/skills/pdf/SKILL.md': text('pdf', 'Read PDF files and fill in a PDF form.'),
		'.claude/skills/notes/SKILL.md': '# Notes\n',
		'.claude/skills/README.md': 'About these skills.',
		'.github/skills/pdf/SKILL.md': text('pdf', 'Another one.'),
		'tools/lint/SKILL.md': text('lint', 'Lints.'),
	});
	mkdirSync(join(root, '.agents'));
	symlinkSync('../.claude/skills', join(root, '.agents/skills'));
	symlinkSync('../../tools/lint', join(root, '.claude/skills/lint'));
}

it('skills list shows the skills of every folder with their source, and those left out', async () => {
	using folder = temporaryFolder();
	checkout(folder.path);
	const { status, text: listed } = await typed(['skills', 'list', '--task', 'fill out the pdf form'], {
		cwd: folder.path,
	});
	expect(status).toBe(0);
	expect(listed).toMatch(/^→ pdf {2}from \.claude\/skills · open format · by the words of its description$/m);
	expect(listed).not.toMatch(/lint|\.agents|from \.github/);
	expect(listed).toMatch(/^3 skills are left out. See: countersign skills check$/m);
	const json = await typed(['skills', 'list', '--json'], { cwd: folder.path });
	expect(JSON.parse(json.text)).toContainEqual(
		expect.objectContaining({ name: 'pdf', file: '.claude/skills/pdf/SKILL.md' }),
	);
});

it("skills check says why a skill was left out, and fails only for Countersign's own folder", async () => {
	using folder = temporaryFolder();
	checkout(folder.path);
	const { status, text: checked } = await typed(['skills', 'check'], { cwd: folder.path });
	expect(status).toBe(0);
	expect(checked.split('\n')).toEqual([
		expect.stringMatching(/^! \.claude\/skills\/notes\/SKILL\.md {2}left out$/),
		expect.stringMatching(/^ {4}\.claude\/skills\/notes\/SKILL\.md:1 The first line must be exactly/),
		expect.stringMatching(/^✓ \.claude\/skills\/pdf\/SKILL\.md {2}from \.claude\/skills · open format/),
		expect.stringMatching(/^! \.github\/skills\/pdf\/SKILL\.md {2}left out$/),
		expect.stringMatching(/`pdf` is already the name of \.claude\/skills\/pdf\/SKILL\.md/),
		expect.stringMatching(/^! `\.claude\/skills\/lint` is a link to `\.\.\/\.\.\/tools\/lint`.*left out/),
	]);
	const [notes] = JSON.parse((await typed(['skills', 'check', '--json'], { cwd: folder.path })).text);
	expect(notes).toMatchObject({ file: '.claude/skills/notes/SKILL.md', isLeftOut: true });
	expect((await typed(['skills', 'check', '.claude/skills'], { cwd: folder.path })).status).toBe(1);
	putFiles(folder.path, { '.github/countersign/skills/notes/SKILL.md': '# Notes\n' });
	expect((await typed(['skills', 'check'], { cwd: folder.path })).status).toBe(1);
});

it('skills check fails when there is no folder of skills', async () => {
	using folder = temporaryFolder();
	await expect(typed(['skills', 'check'], { cwd: folder.path })).rejects.toMatchObject({
		code: 'bad-input',
		message: expect.stringContaining('.github/countersign/skills'),
	});
});

it('skills check says where a linked skills folder leads', async () => {
	using folder = temporaryFolder();
	mkdirSync(join(folder.path, '.claude'));
	symlinkSync('/home/octocat/skills', join(folder.path, '.claude/skills'));
	expect(await typed(['skills', 'check'], { cwd: folder.path })).toEqual({
		status: 0,
		text: expect.stringMatching(/^! `\.claude\/skills` is a link to `\/home\/octocat\/skills`/),
	});
});
