import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { readKnownSkill, readSkill } from '../src/skills/index.ts';

const root = new URL('../', import.meta.url);
const files = readdirSync(new URL('skills/', root)).map((name) => `skills/${name}/SKILL.md`);
const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');

it.each(files)('%s gives the same skill from its compiled form as from its text', (file) => {
	expect(readKnownSkill(textOf(file), file)).toStrictEqual(readSkill(textOf(file), file));
});

it('a shipped skill is not parsed again', async () => {
	vi.resetModules();
	const matter = vi.fn();
	vi.doMock('gray-matter', () => ({ default: matter }));
	const fresh = await import('../src/skills/index.ts');
	for (const file of files) expect(fresh.readKnownSkill(textOf(file), file)).toMatchObject({ ok: true });
	expect(matter).not.toHaveBeenCalled();
	vi.doUnmock('gray-matter');
});

it('a changed text or another file name is parsed again', () => {
	const [file = ''] = files;
	const changed = textOf(file).replace('description: ', 'description: Changed. ');
	expect(readKnownSkill(changed, file)).toMatchObject({
		ok: true,
		skill: { description: expect.stringMatching(/^Changed\. /) },
	});
	expect(readKnownSkill('no front matter', file)).toMatchObject({ ok: false });
	const elsewhere = '.github/countersign/skills/own/SKILL.md';
	expect(readKnownSkill(textOf(file), elsewhere)).toMatchObject({ ok: true, skill: { file: elsewhere } });
});
