import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JobEnd } from '../../../rehearsal/job-runner.ts';
import { git, writeFiles } from '../../../rehearsal/sample-repository.ts';
import { journalOf, root, type Stage } from '../stage.ts';

/** A call as a script has it. */
export interface Call {
	readonly tool: string;
	readonly args: object;
}

export const call = (tool: string, args: object = {}): Call => ({ tool, args });

/** The calls of a reply, and what the previous results must contain before a good model makes these calls. */
export interface Step {
	readonly seen?: Readonly<Record<string, string>>;
	readonly calls: readonly Call[];
}

/** A script for a good model: it continues if the tools returned enough, and otherwise says that it is lost. */
export function scriptOf(
	steps: readonly Step[],
	last: { readonly seen?: Step['seen']; readonly text: string },
): string {
	const lost = { otherwise: { text: 'I am lost.' } };
	const when = (seen: Step['seen']) => (seen === undefined ? {} : { when: { last_result_contains: seen }, ...lost });
	const turns = steps.map(({ seen, calls }) => ({ ...when(seen), calls }));
	return JSON.stringify({ turns: [...turns, { ...when(last.seen), text: last.text }] });
}

/** Writes the script of a stage's model, after the things that it mentions exist. */
export function teach(stage: Stage, script: string): void {
	writeFileSync(stage.script, script);
}

/** A project without dependencies, whose test shows a fault. */
export const project: Readonly<Record<string, string>> = {
	'package.json': `${JSON.stringify({ name: 'slugs', version: '1.0.0', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
	'src/slug.js': "export function slug(title) {\n\treturn title.toLowerCase().match(/[a-z0-9]+/g).join('_');\n}\n",
	'CHANGELOG.md': '# Changelog\n\n## 1.0.0\n\n- Titles become addresses.\n',
};

/** The calls of a job as the gate judged them: `tool decision rule`. */
export function judged(end: JobEnd): readonly string[] {
	return journalOf(end)
		.filter(({ type }) => type === 'tool_attempt')
		.map((entry) => `${entry['tool_name']} ${entry['decision']} ${entry['matched_rule']}`);
}

/** That a run follows a skill, within its limits, and ended well. */
export function expectFollowed(end: JobEnd, skill: string): void {
	const journal = journalOf(end);
	const [begun] = journal;
	const text = readFileSync(join(root, 'skills', skill, 'SKILL.md'), 'utf8');
	const rounds = Number(/^max_iterations: (\d+)$/m.exec(text)?.[1]);
	expect(begun).toMatchObject({ settings: { skill, limits: { max_iterations: rounds } } });
	expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	expect(JSON.stringify(journal)).not.toContain('I am lost');
}

/** What the agent last wrote on the thread of the stage. */
export async function lastWord(stage: Stage, thread = stage.issue): Promise<string> {
	const { body } = await stage.github.act('maintainer', 'GET', `/issues/${thread}/comments?per_page=100`);
	const ours = (body as unknown as { body: string; user: { login: string } }[]).filter(
		({ user }) => user.login === 'github-actions[bot]',
	);
	return ours.map((one) => one.body).join('\n\n');
}

/** Pushes files to a branch that is made from `main`, as a person would. */
export function pushBranch(stage: Stage, branch: string, files: Readonly<Record<string, string>>): void {
	const clone = join(stage.folder, `clone-${branch}`);
	git(stage.folder, 'clone', '-q', stage.github.repositoryDir, clone);
	writeFiles(clone, files);
	git(clone, 'add', '-A');
	git(clone, 'commit', '-q', '-m', `Change ${branch}`);
	git(clone, 'push', '-q', 'origin', `HEAD:refs/heads/${branch}`);
}

/** A pull request that a person merges; its number. */
export async function merged(stage: Stage, title: string, files: Readonly<Record<string, string>>): Promise<number> {
	const branch = title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
	pushBranch(stage, branch, files);
	const pull = await stage.github.openPullRequest({ user: 'hubot-writer', title, head: branch });
	expect(await stage.github.act('maintainer', 'PUT', `/pulls/${pull.number}/merge`)).toMatchObject({ status: 200 });
	return pull.number;
}

/** A file of the branch of a pull request, as GitHub has it. */
export function fileOf(stage: Stage, branch: string, path: string): string {
	return git(stage.github.repositoryDir, 'show', `refs/heads/${branch}:${path}`);
}
