import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knownKeys } from '../../src/skills/skill-schema.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { typed } from '../support/typed-command.ts';

const folder = '.github/countersign/skills';

let root: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
	root = temporaryFolder();
});
afterEach(() => root[Symbol.dispose]());

async function call(...args: readonly string[]) {
	const { status, text } = await typed(['skills', ...args], { cwd: root.path, home: '/nonexistent' });
	return { code: status, said: text };
}

const read = (name: string) => readFileSync(join(root.path, folder, name, 'SKILL.md'), 'utf8');

describe('countersign skills new', () => {
	it('creates a skill that `skills check` accepts and that a task selects', async () => {
		expect(await call('new', 'api-change')).toMatchObject({
			code: 0,
			said: expect.stringContaining(`created ${folder}/api-change/SKILL.md`),
		});
		expect(await call('check')).toMatchObject({ code: 0, said: expect.stringContaining('✓') });
		expect((await call('list', '--task', 'make the api change')).said).toContain('→ api-change');
	});

	it('names every other field that a skill can have', async () => {
		await call('new', 'one');
		const [, offered = ''] = /^# More keys: (.*)\.$/m.exec(read('one')) ?? [];
		const present = ['name', 'description', 'triggers', 'requires'];
		const rare = ['version', 'tools', 'license', 'compatibility', 'metadata'];
		const all = [...offered.split(', '), ...present, ...rare];
		expect(all.sort()).toEqual([...(knownKeys[''] ?? [])].sort());
	});

	it.each(['says "so": # yes', "it's {a: b}, [c]", '--- \n ...', '% @ `x` | > &a *b !c'])(
		'accepts the description %j unchanged',
		async (sentence) => {
			expect((await call('new', 'one', `--description=${sentence}`)).code).toBe(0);
			const { code, said } = await call('check');
			expect([code, said]).toEqual([0, expect.stringContaining('✓')]);
			expect(JSON.parse((await call('list', '--json')).said).at(-1).description).toBe(
				sentence.replace(/\s+/g, ' ').trim(),
			);
		},
	);

	it('prints JSON for --json', async () => {
		expect(JSON.parse((await call('new', 'one', '--json')).said)).toEqual({
			name: 'one',
			file: `${folder}/one/SKILL.md`,
			state: 'new',
		});
	});

	it('overwrites nothing, not even a skill of that name in another folder', async () => {
		await call('new', 'one');
		const before = read('one');
		await expect(call('new', 'one', '--description', 'Other')).rejects.toThrow('one/SKILL.md already exists');
		mkdirSync(join(root.path, folder, 'two'));
		writeFileSync(join(root.path, folder, 'two/SKILL.md'), before.replace('name: one', 'name: three'));
		await expect(call('new', 'three')).rejects.toThrow('two/SKILL.md already has the name `three`');
		expect(read('one')).toBe(before);
	});

	it('does not write through a symbolic link', async () => {
		mkdirSync(join(root.path, 'elsewhere'));
		symlinkSync(join(root.path, 'elsewhere'), join(root.path, '.github'));
		await expect(call('new', 'one')).rejects.toThrow('.github is a link');
	});

	it.each([
		[['My Skill'], 'Invalid name of a skill', 'countersign skills new my-skill'],
		[['../one'], 'Invalid name of a skill', 'countersign skills new one'],
		[['…'], 'Invalid name of a skill', 'at most 64 '],
		[['a'.repeat(65)], 'Invalid name of a skill', `skills new ${'a'.repeat(64)}`],
		[[], 'takes one name', 'countersign skills new api-change'],
		[['one', 'two'], 'takes one name', ''],
		[['files'], 'ships with Countersign', 'another name'],
		[['triage'], 'ships with Countersign', 'cp -r'],
		[['one', '--description', ' '], '`--description` is empty', ''],
		[['one', '--root', 'nowhere'], 'does not exist', '--root'],
		[['one', '--describtion', 'x'], 'did you mean `--description`', ''],
	])('refuses %j', async (args, message, fix) => {
		await expect(call('new', ...args)).rejects.toMatchObject({
			message: expect.stringContaining(message),
			fix: expect.stringContaining(fix),
		});
	});
});
