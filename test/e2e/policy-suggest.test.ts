import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { type PastCall, writeRun } from '../commands/past-run.ts';
import { zipOf } from '../journal/zip-files.ts';
import { root, Stage } from './stage.ts';

let number = 0;
const asked = (command: string, answer: PastCall['answer']): PastCall => ({
	id: `c${++number}`,
	name: 'shell_exec',
	args: { command },
	decision: 'confirm',
	...(answer === undefined ? {} : { answer }),
});

/** The zip of a run's artifact, in which each call was answered so. */
async function artifact(folder: string, calls: readonly PastCall[]): Promise<string> {
	const run = await writeRun(mkdtempSync(join(folder, 'run-')), calls);
	const blobs = readdirSync(join(run, 'blobs')).map((name) => `blobs/${name}`);
	const zip = `${run}.zip`;
	const files = ['journal.jsonl', ...blobs].map((name) => ({ name, text: readFileSync(join(run, name)) }));
	writeFileSync(zip, zipOf(files));
	return zip;
}

const threeTimes = (command: string, answer: PastCall['answer']) => [1, 2, 3].map(() => asked(command, answer));

/** `countersign policy suggest --pull-request`, as a person types it in the checkout of the stage's repository. */
async function suggest(stage: Stage, ...args: readonly string[]) {
	const env = {
		PATH: process.env['PATH'] ?? '',
		...{ GITHUB_TOKEN: stage.github.actionsToken, GITHUB_REPOSITORY: 'octo-org/slugs' },
		...{ GITHUB_API_URL: stage.github.url, GITHUB_SERVER_URL: stage.github.url },
	};
	const words = [join(root, 'dist', 'cli.js'), 'policy', 'suggest', ...args, '--pull-request'];
	const { stdout } = await promisify(execFile)(process.execPath, words, { env, cwd: join(stage.folder, 'source') });
	return stdout.trimEnd();
}

const shown = (stage: Stage, spec: string): string => git(stage.github.repositoryDir, 'show', spec);

test('suggested rules from zips become one draft pull request, in a file that nothing loads', async () => {
	await using stage = await Stage.open();
	const zip = await artifact(stage.folder, [...threeTimes('mkdir build', 'yes'), ...threeTimes('rm notes.md', 'no')]);
	const before = stage.refs();
	const said = await suggest(stage, zip);
	const [pull, ...others] = await stage.pulls();
	expect(others).toEqual([]);
	expect(pull).toMatchObject({ draft: true, title: 'Suggest 2 rules from answers that maintainers always gave' });
	expect(said).toMatch(
		/^Runs asked for approval 6 times\. People approved 3 times \(50 %\)[^\n]* Opened a draft pull request: \S+\/pull\/\d+ /,
	);

	const branch = pull?.head.ref ?? '';
	expect(branch).toMatch(/^countersign\/suggested-[0-9a-f]{12}$/);
	expect(git(stage.github.repositoryDir, 'diff', '--name-status', 'main', branch)).toBe(
		'A\t.github/policies/suggested.yml',
	);
	expect(shown(stage, `${branch}:.github/policies/suggested.yml`)).toMatch(
		/name: allow-mkdir-build[\s\S]*name: deny-rm-notes-md/,
	);
	const { body } = (await stage.github.act('maintainer', 'GET', `/pulls/${pull?.number}`)).body as { body: string };
	expect(body).toContain('```yaml\npolicies:\n  - .github/policies/suggested.yml\n```');
	expect(body).toContain('Move the rules that allow (1) to `.github/countersign/always.yml`');

	const after = stage.refs();
	expect(after.filter((ref) => !before.includes(ref) && !ref.startsWith('refs/pull/'))).toEqual([
		`refs/heads/${branch}`,
	]);
	const again = JSON.parse(await suggest(stage, zip, '--json'));
	expect(again).toMatchObject({ asked: 6, yes: 3, pullRequest: { number: pull?.number, isNew: false } });
	await stage.github.act('maintainer', 'PATCH', `/pulls/${pull?.number}`, { state: 'closed' });
	expect(await suggest(stage, zip)).toContain('These rules were already proposed: ');
	expect(await stage.pulls()).toHaveLength(1);
	expect(stage.refs()).toEqual(after);
});

test('an existing file stays unchanged, and the rules go to another file', async () => {
	await using stage = await Stage.open({ files: { '.github/policies/suggested.yml': 'rules: []\n' } });
	await suggest(stage, await artifact(stage.folder, threeTimes('mkdir build', 'yes')));
	const [pull] = await stage.pulls();
	const name = pull?.head.ref.replace('countersign/', '');
	expect(git(stage.github.repositoryDir, 'diff', '--name-status', 'main', pull?.head.ref ?? '')).toBe(
		`A\t.github/policies/${name}.yml`,
	);
	const { body } = (await stage.github.act('maintainer', 'GET', `/pulls/${pull?.number}`)).body as { body: string };
	expect(body).not.toContain('policies:\n');
});

test('nothing is opened without a rule, a repository or a token', async () => {
	await using stage = await Stage.open();
	const zip = await artifact(stage.folder, [asked('mkdir build', 'yes')]);
	const before = stage.refs();
	expect(await suggest(stage, zip)).toContain('This gives no rule to suggest, so nothing was proposed.');
	const all = await artifact(stage.folder, threeTimes('mkdir build', 'yes'));
	const run = (env: Record<string, string>) =>
		promisify(execFile)(process.execPath, [join(root, 'dist/cli.js'), 'policy', 'suggest', all, '--pull-request'], {
			env: { PATH: process.env['PATH'] ?? '', ...env },
			cwd: join(stage.folder, 'source'),
		});
	await expect(run({})).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('GITHUB_REPOSITORY') });
	await expect(run({ GITHUB_REPOSITORY: 'octo-org/slugs' })).rejects.toMatchObject({
		code: 2,
		stderr: expect.stringContaining('GITHUB_TOKEN is not set'),
	});
	expect(stage.refs()).toEqual(before);
	expect(await stage.pulls()).toEqual([]);
});
