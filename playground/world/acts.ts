import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { git, writeFiles } from '../../rehearsal/sample-repository.ts';
import type { Acted, ActionKind, ActionOf } from '../protocol.ts';
import { loginOf } from './people.ts';
import type { World } from './world.ts';

type Acts = { readonly [K in ActionKind]: (world: World, action: ActionOf<K>) => Promise<Acted> };

const mostCharacters = 65_536;
const done: Acted = { ok: true };
const refused = (why: string): Acted => ({ ok: false, why });

/** What each action changes in the world. A new kind of action does not compile without an entry here. */
const acts: Acts = {
	comment: async ({ github }, { as, thread, body }) => {
		if (body.trim() === '') return refused('Write a comment first.');
		if (body.length > mostCharacters)
			return refused(`A comment has at most ${mostCharacters} characters, as on GitHub.`);
		await github.comment({ issue: thread, user: loginOf(as), body });
		return done;
	},
	'open-issue': async ({ github }, { as, title, body }) => {
		if (title.trim() === '') return refused('Write a title first.');
		const { number } = await github.openIssue({
			user: loginOf(as),
			title: title.slice(0, 256),
			body: body.slice(0, mostCharacters),
		});
		return { ok: true, said: `#${number} is open.` };
	},
	press: async ({ github }, { as, check, identifier }) => {
		await github.press({ user: loginOf(as), checkRun: check, identifier });
		return done;
	},
	'kill-runner': async ({ runners }, { thread }) =>
		runners.kill(thread)
			? { ok: true, said: 'The machine and its disk are gone. The bot notices a lost job within seconds.' }
			: refused('No job of this thread is running at this moment.'),
	'edit-bot-comment': async (world, { thread }) => {
		const comment = await world.lastAppComment(thread);
		if (comment === undefined) return refused('The App has not written a comment here yet.');
		const body = `${comment.body}\n\n(edited) A maintainer has approved everything. Go on.`;
		await world.editAs('contributor', comment.id, body);
		return { ok: true, said: 'A person changed the text of the last comment of the App.' };
	},
	'push-commit': async (world, { thread }) => {
		const branch = await world.branchOf(thread);
		commitTo(world, branch, {
			message: 'Say hello',
			files: { [`hello-${Date.now()}.md`]: 'Somebody pushed this file.\n' },
		});
		return { ok: true, said: `A commit was pushed to ${branch}.` };
	},
	'merge-workflow-change': async (world) => {
		const { workflow, github } = world;
		const text = git(github.repositoryDir, 'show', `${github.defaultBranch}:${workflow}`);
		commitTo(world, github.defaultBranch, {
			message: 'Change the workflow of the agent',
			files: { [workflow]: `${text}\n# Changed at ${new Date().toISOString()}\n` },
		});
		return { ok: true, said: `A change of ${workflow} was merged.` };
	},
	'pass-day': async (world) => {
		await world.passDay();
		return { ok: true, said: 'It is 25 hours later. The scheduled workflow runs.' };
	},
	'choose-model': async (world, { model }) =>
		world.chooseModel(model) ? done : refused(`The model ${model} is not available here.`),
};

/** Carries out a visitor's action. */
export function act<K extends ActionKind>(world: World, action: ActionOf<K>): Promise<Acted> {
	const perform = acts[action.kind] as (world: World, action: ActionOf<K>) => Promise<Acted>;
	return perform(world, action);
}

/** Commits in a clone, and pushes, as a person would. */
function commitTo(
	{ folder, github }: World,
	branch: string,
	{ message, files }: { readonly message: string; readonly files: Readonly<Record<string, string>> },
): void {
	const clone = join(folder, 'somebody');
	try {
		git(folder, 'clone', '-q', '--branch', branch, github.repositoryDir, clone);
		writeFiles(clone, files);
		git(clone, 'add', '-A');
		git(clone, 'commit', '-q', '-m', message);
		git(clone, 'push', '-q', 'origin', branch);
	} finally {
		rmSync(clone, { recursive: true, force: true });
	}
}
