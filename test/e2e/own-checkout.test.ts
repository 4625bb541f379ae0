import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { journalOf, root, Stage } from './stage.ts';

const late = readdirSync(join(root, 'dist/action'));
const run = (command: string) => ({ calls: [{ tool: 'shell_exec', args: { command } }] });

/** The default branch holds the built action. */
function commitAction(stage: Stage): void {
	const work = join(stage.folder, 'with-action');
	git(stage.folder, 'clone', '-q', stage.github.repositoryDir, work);
	for (const part of ['dist', 'policies', 'safety', 'skills'])
		cpSync(join(root, part), join(work, part), { recursive: true });
	git(work, 'add', '-A', '-f');
	git(work, 'commit', '-q', '-m', 'Keep the action');
	git(work, 'push', '-q', 'origin', 'main');
}

test('an action in the checkout loads no file of itself that the run has written', async () => {
	await using stage = await Stage.open();
	commitAction(stage);
	const taken = join(stage.folder, 'taken');
	const content = `process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(taken)}, process.env['INPUT_GITHUB-TOKEN']);`;
	const written = ['package.json', ...late].map((file) => ({
		tool: 'file_write',
		args: { path: `dist/action/${file}`, content: file === 'package.json' ? '{"type":"commonjs"}' : content },
	}));
	const turns = [{ calls: written }, run('python3 -c "print(1)"'), run('ansible all -m ping'), { text: 'Done.' }];
	writeFileSync(stage.script, JSON.stringify({ turns }));

	const fromCheckout = (change: { readonly disk: string }) => ({
		...change,
		action: join(change.disk, 'work/slugs/slugs/dist/action.js'),
	});
	const asked = await stage.say('maintainer', '/agent build it', fromCheckout({ disk: stage.freshDisk() }));
	expect(asked.outputs, asked.log).toMatchObject({ outcome: 'waiting' });
	expect(journalOf(asked).filter(({ type, ok }) => type === 'tool_result' && ok).length).toBeGreaterThan(late.length);
	expect(existsSync(taken)).toBe(false);
	// On another machine, the work tree is restored before the gate judges anything.
	const answered = await stage.say('maintainer', '/deny A1', fromCheckout({ disk: stage.freshDisk() }));
	expect(answered.exitCode, answered.log).toBe(0);
	expect(existsSync(taken)).toBe(false);
});
