import { type ContextInput, heardOf, keywordsOf, taskWords } from '../../agent/index.ts';
import { CountersignError, type RunSettings, type Workspace } from '../../core/index.ts';
import { toldSkills } from '../../skills/index.ts';
import { deliverySentence } from '../calls/delivery-check.ts';
import { headerOf, type Stage } from '../stage.ts';
import { modeOf } from '../state/pull-state.ts';
import { asAsked } from './as-asked.ts';
import { toldControls } from './controls.ts';
import { relevantFiles } from './relevant-files.ts';
import { repositoryInstructions } from './repository-instructions.ts';

type Gathering = Pick<Stage, 'state' | 'ports'>;

/**
 * Reads all texts for the beginning of a conversation, if the run may read them. This happens once in a run, and the journal keeps the
 * result.
 */
export async function gatherContext({ state, ports }: Gathering): Promise<ContextInput> {
	const { request, settings, controls, pull } = headerOf(state);
	const { workspace, forge } = ports;
	const { skills, blocked } = toldControls(await ports.blobs.get(controls));
	const listening = { listenTo: settings.listenTo ?? 'writers', requester: request.actor.id, forge };
	const opening = forge.issue(request.thread).then((issue) => asAsked(issue, { state, ports }));
	// These reads wait for git or for GitHub, so they run at the same time. Only the search in the memory comes later, because it uses words
	// that other reads return.
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

/** Reads the paths and instructions, only from the base commit. */
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
		// A missing permission does not stop the run, because the tools that need it report the same problem. An outage does stop it.
		if (thrown instanceof CountersignError && thrown.code === 'github-refused') return thrown.message;
		throw thrown;
	}
}
