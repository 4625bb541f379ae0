import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chooseSkill, loadSkills, permittedTools, readSkills, requireSkills } from '../../src/skills/index.ts';
import { knownKeys } from '../../src/skills/skill-schema.ts';
import { putFiles } from '../sandbox/temporary.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { typed } from '../support/typed-command.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/skills.md'), 'utf8');
const [, example = ''] = /```markdown\n([\s\S]*?)```/.exec(page) ?? [];
const [, console = ''] = /```console\n([\s\S]*?)```/.exec(page) ?? [];
const file = '.github/countersign/skills/api-change/SKILL.md';

it('docs/skills.md shows a valid skill and the real output of the check', async () => {
	using folder = temporaryFolder();
	putFiles(folder.path, { [file]: example });
	const around = { cwd: folder.path, home: '/' };
	expect(await typed(['skills', 'check'], around)).toEqual({ status: 0, text: console.split('\n')[1] });
	const listed = await typed(['skills', 'list', '--task', 'deprecate the old client'], around);
	expect([listed.status, listed.text]).toEqual([0, expect.stringContaining('→ api-change')]);
});

it('docs/skills.md lists every field and every shipped skill', async () => {
	const rows = [...page.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) => [...(cell ?? '').matchAll(/`([\w-]+)`/g)]);
	const shown = new Set(rows.map(([, word]) => word));
	const shipped = requireSkills(await loadSkills(join(root, 'skills')));
	expect([...shown].sort()).toEqual([...(knownKeys[''] ?? []), ...shipped.map(({ name }) => name)].sort());
});

it('docs/skills.md describes correctly what a task about review comments does', async () => {
	const shipped = requireSkills(await loadSkills(join(root, 'skills')));
	const chosen = chooseSkill('address the review comments', shipped);
	expect(chosen && permittedTools(chosen)).toBeUndefined();
	const own = readSkills([{ file, text: example, isOwn: true }]);
	expect(own.diagnostics).toMatchObject([{ field: 'requires' }]);
});
