import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { update } from '../../src/commands/skills/skills-update.ts';
import { textDigest } from '../../src/skills/index.ts';
import { putFiles } from '../sandbox/temporary.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { typed } from '../support/typed-command.ts';

const root = join(import.meta.dirname, '../..');
const folder = '.github/countersign/skills';
const shippedText = (name: string): string => readFileSync(join(root, 'skills', name, 'SKILL.md'), 'utf8');
const earlier = (name: string): string =>
	shippedText(name)
		.replace(/^version: .*$/m, 'version: "0.9.0"')
		.replace(/^# .*$/m, '# An earlier title');
const file = (name: string): string => `${folder}/${name}/SKILL.md`;
const versions = { triage: [{ version: '0.9.0', release: '0.0.9', digest: textDigest(earlier('triage')) }] };

/** Runs `countersign skills update` on a repository with these files, and returns the files afterwards. */
async function updated(files: Readonly<Record<string, string>>, args: readonly string[] = [], known = versions) {
	using place = temporaryFolder();
	putFiles(place.path, files);
	const printed: string[] = [];
	const print = (text: string) => void printed.push(text);
	const cli = {
		packageRoot: root,
		cwd: place.path,
		home: '/',
		colours: false,
		lines: () => [],
		print,
	};
	const status = await update(args, cli, known);
	const after = Object.fromEntries(
		Object.keys(files).map((name) => [name, readFileSync(join(place.path, name), 'utf8')]),
	);
	const names = readdirSync(place.path, { recursive: true, encoding: 'utf8' });
	return { status, text: printed.join('\n'), after, names };
}

describe('skills update', () => {
	it('replaces only copies that nobody changed [seeds 15]', async () => {
		const files = { [file('triage')]: earlier('triage'), [file('own')]: '---\nname: own\n', 'a.md': 'a' };
		const { status, text, after, names } = await updated(files);
		expect([status, text]).toEqual([0, `${file('triage')}: 0.9.0 → 1.0.0; you did not change it; updated`]);
		expect(after).toEqual({ ...files, [file('triage')]: shippedText('triage') });
		expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
		expect((await updated(after)).text).toBe(`${file('triage')}: same as shipped, 1.0.0`);
	});

	it('writes nothing with --dry-run', async () => {
		const files = { [file('triage')]: earlier('triage') };
		const { text, after } = await updated(files, ['--dry-run']);
		expect(text).toMatch(/; would be updated$/);
		expect(after).toEqual(files);
	});

	it('does not overwrite a changed copy, and shows the difference to the shipped one [seeds 15]', async () => {
		const files = { [file('triage')]: `${earlier('triage')}\nOurs.\n` };
		const { status, text, after } = await updated(files);
		expect(status).toBe(0);
		expect(text).toMatch(
			/your version of 0\.9\.0, but 1\.0\.0 is shipped; not changed\. The difference from your version to the shipped one:\n--- a\//,
		);
		expect(text).toContain('\n-# An earlier title\n+# Sort an issue\n');
		expect(text).toContain('\n-Ours.');
		expect(after).toEqual(files);
	});

	it('keeps a changed copy of the current version, and a newer version', async () => {
		const ours = `${shippedText('triage')}Ours.\n`;
		const files = {
			[file('triage')]: ours,
			[file('review-pr')]: shippedText('review-pr').replace('"1.0.0"', '"9.0.0"'),
		};
		const { text, after } = await updated(files);
		expect(text.split('\n')).toEqual([
			`${file('review-pr')}: 9.0.0, newer than 1.0.0, the version in this Countersign; not changed`,
			`${file('triage')}: your version of 1.0.0, the shipped version; not changed`,
		]);
		expect(after).toEqual(files);
	});

	it('finds a skill by the name in its file, not by its folder', async () => {
		const files = { [file('sorting')]: earlier('triage'), [file('triage')]: '---\nname: mine\ndescription: d\n---\n' };
		const { text, after } = await updated(files);
		expect(text).toBe(`${file('sorting')}: 0.9.0 → 1.0.0; you did not change it; updated`);
		expect(after[file('triage')]).toBe(files[file('triage')]);
	});

	it('reports a copy that cannot be read, and a symbolic link', async () => {
		const { status, text } = await updated({ [file('triage')]: '---\nname: triage\n---\n' });
		expect([status, text]).toEqual([
			1,
			expect.stringMatching(/triage\/SKILL\.md: .*:1 description: This field is missing/),
		]);
		using place = temporaryFolder();
		putFiles(place.path, { [file('own')]: '---\nname: own\n', 'elsewhere/SKILL.md': earlier('triage') });
		symlinkSync(join(place.path, 'elsewhere'), join(place.path, folder, 'triage'));
		const printed: string[] = [];
		const cli = { packageRoot: root, cwd: place.path, home: '/', colours: false, lines: () => [] };
		expect(await update([], { ...cli, print: (line) => void printed.push(line) }, versions)).toBe(1);
		expect(printed.join('\n')).toContain('Replace the link by the file itself');
		expect(readFileSync(join(place.path, 'elsewhere/SKILL.md'), 'utf8')).toBe(earlier('triage'));
	});

	it('prints JSON, and says when there is nothing to update', async () => {
		const { text } = await updated({ [file('triage')]: earlier('triage') }, ['--json', '--dry-run']);
		expect(JSON.parse(text)).toEqual([
			{ file: file('triage'), state: 'outdated', told: expect.stringContaining('would be updated') },
		]);
		expect((await updated({ 'a.md': 'a' })).text).toBe(`No skill in ${folder} has the name of one that ships.`);
	});

	it('runs as `skills update` with the skills of this release', async () => {
		using place = temporaryFolder();
		putFiles(place.path, { [file('triage')]: shippedText('triage') });
		expect(await typed(['skills', 'update'], { cwd: place.path })).toEqual({
			status: 0,
			text: `${file('triage')}: same as shipped, 1.0.0`,
		});
	});
});
