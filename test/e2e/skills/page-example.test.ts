import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journalOf, root, Stage } from '../stage.ts';
import { call, judged, lastWord, project, scriptOf, teach } from './rehearse.ts';

const page = readFileSync(join(root, 'docs', 'skills.md'), 'utf8');
const [, example = ''] = /```markdown\n([\s\S]*?)```/.exec(page) ?? [];
const folder = '.github/countersign/skills/api-change';
const report =
	"import { readFileSync } from 'node:fs';\nconsole.log(readFileSync('src/slug.js', 'utf8').match(/export.*/g));\n";

test('the example in docs/skills.md works as it is, with its limits and its pattern', async () => {
	const scripts = { 'api-report': 'node scripts/api.js', release: 'node scripts/api.js' };
	await using stage = await Stage.open({
		files: {
			...project,
			'package.json': `${JSON.stringify({ name: 'slugs', private: true, type: 'module', scripts })}\n`,
			'scripts/api.js': report,
			[`${folder}/SKILL.md`]: example,
			[`${folder}/deprecations.md`]: '`slug` is promised until 2.0.\n',
		},
	});
	const added = 'export const address = slug;\n\nexport function slug';
	teach(
		stage,
		scriptOf(
			[
				{ calls: [call('skill_read', { path: `${folder}/deprecations.md` })] },
				{
					seen: { skill_read: 'promised until 2.0' },
					calls: [
						call('file_write', { path: 'src/other.js', content: '' }),
						call('file_edit', { path: 'src/slug.js', old_text: 'export function slug', new_text: added }),
					],
				},
				{ calls: [call('shell_exec', { command: 'npm run api-report' })] },
				{ seen: { shell_exec: 'export const address' }, calls: [call('shell_exec', { command: 'npm run release' })] },
			],
			{ text: 'Added `address`; nothing was removed.' },
		),
	);
	const first = await stage.say('maintainer', '/agent deprecate slug in favour of address');
	expect(journalOf(first)[0]).toMatchObject({
		settings: {
			...{ skill: 'api-change', mode: 'default' },
			limits: { max_iterations: 20, tokens_per_run: 400_000, minutes_per_run: 30 },
		},
	});
	expect(first.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	expect(judged(first)).toEqual([
		expect.stringMatching(/^skill_read allow /),
		'file_write block unknown-tool',
		'file_edit confirm writes-files',
	]);
	expect((await stage.say('maintainer', '/approve A1')).outputs).toMatchObject({ approvals: 'A2' });
	const third = await stage.say('maintainer', '/approve A2');
	expect(third.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A3' });
	expect(judged(third).at(-1)).toBe('shell_exec confirm confirm_patterns: ^npm run release');
	expect(await lastWord(stage)).toContain('a release is announced a day before');
	await stage.say('maintainer', '/deny A3 not before Monday');
	expect(await lastWord(stage)).toContain('Added `address`; nothing was removed.');
});
