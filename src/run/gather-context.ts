import { type ContextInput, heardOf, keywordsOf, taskWords } from '../agent/index.ts';
import { CountersignError, type RunSettings, type Workspace } from '../core/index.ts';
import { toldSkills } from '../skills/index.ts';
import { asAsked } from './as-asked.ts';
import { toldControls } from './controls.ts';
import { deliverySentence } from './delivery-check.ts';
import { modeOf } from './pull-state.ts';
import { relevantFiles } from './relevant-files.ts';
import { repositoryInstructions } from './repository-instructions.ts';
import { headerOf, type Stage } from './stage.ts';

type Gathering = Pick<Stage, 'state' | 'ports'>;

/** Reads what a conversation begins with, as far as the run may know it. What changes nothing is read once: the journal keeps what came of it. */
export async function gatherContext({ state, ports }: Gathering): Promise<ContextInput> {
	const { request, settings, controls, pull } = headerOf(state);
	const { workspace, forge } = ports;
	const { skills, blocked } = toldControls(await ports.blobs.get(controls));
	const listening = { listenTo: settings.listenTo ?? 'writers', requester: request.actor.id, forge };
	const opening = forge.issue(request.thread).then((issue) => asAsked(issue, { state, ports }));
	// They wait for git or for GitHub, and only what is remembered needs another: it is found by the task's words.
	const [{ issue, late }, { heard, unheard }, { tree, instructions }, memory, changes] = await Promise.all([
		opening,
		(forge.commentsOfLate ?? forge.comments)(request.thread).then((said) =>
			heardOf(
				said.filter(({ mine }) => !mine),
				listening,
			),
		),
		repositoryOf(workspace),
		opening.then(({ issue }) => ports.background?.recall(keywordsOf(...taskWords({ request, issue })))),
		changesOf({ state, ports }),
	]);
	return {
		request,
		issue,
		late,
		comments: heard,
		unheard,
		model: ports.model.id,
		skills: toldSkills(skills, { task: request.task, paths: tree, ...followedBy(settings) }),
		blocked,
		instructions,
		tree,
		files: relevantFiles(tree, { texts: taskWords({ request, issue }), state, ports }),
		...(memory === undefined ? {} : { memory }),
		...(changes === undefined ? {} : { changes }),
		...(pull === undefined ? {} : { pull }),
		mode: modeOf(state),
		maxIterations: settings.limits.maxIterations,
		delivery: deliverySentence(state.delivery ?? {}),
		setup: (settings.setup ?? []).map(({ run }) => run),
	};
}

function followedBy({ skill }: RunSettings): { readonly followed?: string } {
	return skill === undefined ? {} : { followed: skill };
}

/** Paths and instructions, from the base commit only. */
async function repositoryOf(workspace: Workspace): Promise<Required<Pick<ContextInput, 'tree' | 'instructions'>>> {
	const tree = await workspace.paths();
	return { tree, instructions: await repositoryInstructions(tree, workspace) };
}

async function changesOf({ state, ports }: Gathering): Promise<ContextInput['changes']> {
	const { background } = ports;
	const { onPullRequest, thread } = headerOf(state).request;
	if (background === undefined || !onPullRequest) return undefined;
	try {
		return await background.changedFiles(thread);
	} catch (thrown) {
		// A permission that is missing stops no run: the tools for it say the same. An outage does.
		if (thrown instanceof CountersignError && thrown.code === 'github-refused') return thrown.message;
		throw thrown;
	}
}
