import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testServices } from './tool-services.ts';

const folder = '.github/countersign/skills/pdf';
const files = {
	[`${folder}/SKILL.md`]: 'skill',
	[`${folder}/references/forms.md`]: 'one\ntwo\nthree\n',
	[`${folder}/.env`]: 'A=b',
	[`${folder}/data.bin`]: 'a\0b',
	'README.md': 'outside',
};
const told = async (path: string, more = {}) => {
	const { call } = await testServices(files, `ln -s ../../../../README.md ${folder}/link.md`);
	return call('skill_read', { path, ...more });
};

it('reads a file of a skill from the base commit, not from the working tree', async () => {
	const { call, root } = await testServices(files);
	writeFileSync(join(root, folder, 'references/forms.md'), 'evil');
	expect(await call('skill_read', { path: `${folder}/references/forms.md` })).toEqual({
		ok: true,
		text: '1\tone\n2\ttwo\n3\tthree',
	});
});

it.each(['.claude/skills', '.agents/skills', '.github/skills'])('reads a file of a skill in %s', async (place) => {
	const { call } = await testServices({ [`${place}/pdf/notes.md`]: 'note', [`${place}/README.md`]: 'no skill' });
	expect(await call('skill_read', { path: `${place}/pdf/notes.md` })).toEqual({ ok: true, text: '1\tnote' });
	expect(await call('skill_read', { path: `${place}/README.md` })).toMatchObject({ ok: false });
	expect(await call('skill_read', { path: `${place}/pdf/../../x.md` })).toMatchObject({ ok: false });
});

it('does not read files and links that the run made', async () => {
	const { call, root } = await testServices(files);
	writeFileSync(join(root, folder, 'new.md'), 'evil');
	symlinkSync('/etc/passwd', join(root, folder, 'passwd.md'));
	for (const name of ['new.md', 'passwd.md'])
		expect(await call('skill_read', { path: `${folder}/${name}` })).toMatchObject({ ok: false });
});

it('can read a part of a file', async () => {
	expect(await told(`${folder}/references/forms.md`, { offset: 2, limit: 1 })).toEqual({
		ok: true,
		text: '2\ttwo\n[lines 2–2 of 3. Read on with `offset`: 3.]',
	});
	expect(await told(`${folder}/references/forms.md`, { offset: 9 })).toMatchObject({ ok: false });
});

it.each([
	['README.md', /is in no skill/],
	[`${folder}/../../../../README.md`, /is in no skill/],
	['.github/countersign/skills/pdf', /is in no skill/],
	['.github/countersign/skills/pdf/../../policy.yml', /is in no skill/],
	['/etc/passwd', /is in no skill/],
	['', /is in no skill/],
	[`${folder}/link.md`, /has no file/],
	[`${folder}/gone.md`, /has no file/],
	[`${folder}/references`, /has no file/],
	[`${folder}/.env`, /holds credentials/],
	[`${folder}/data.bin`, /is no UTF-8 text/],
])('%j is refused', async (path, why) => {
	expect(await told(path)).toEqual({ ok: false, text: expect.stringMatching(why) });
});
