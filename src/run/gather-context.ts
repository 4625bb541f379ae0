import { join } from 'node:path';
import { type ContextInput, heardOf, keywordsOf, pathsThatMatter, taskWords } from '../agent/index.ts';
import { CountersignError, type RunSettings, type Workspace } from '../core/index.ts';
import { toldSkills } from '../skills/index.ts';
import { asAsked } from './as-asked.ts';
import { toldControls } from './controls.ts';
import { deliverySentence } from './delivery-check.ts';
import { modeOf } from './pull-state.ts';
import { repositoryInstructions } from './repository-instructions.ts';
import { headerOf, type Stage } from './stage.ts';

type Gathering = Pick<Stage, 'state' | 'ports'>;

/** Bytes of a file that is looked into. */
const mostBytes = 200_000;

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
		files: filesOf({ issue, tree }, { state, ports }),
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

/** The files that the task may be about, as the tools would read them. */
function filesOf(
	{ issue, tree }: Pick<ContextInput, 'issue' | 'tree'>,
	gathering: Gathering,
): NonNullable<ContextInput['files']> {
	const words = taskWords({ request: headerOf(gathering.state).request, issue });
	const found = pathsThatMatter(tree, { text: words.join('\n'), keywords: keywordsOf(...words) });
	return found.flatMap(({ path, named }) => {
		const text = mayRead(path, gathering) ? textOf(path, gathering.ports.workspace) : undefined;
		return text === undefined ? [] : [{ path, named, text }];
	});
}

/** Whether the model may read a file without asking. Threat: what a policy keeps from it would be told unasked. */
function mayRead(path: string, { state, ports }: Gathering): boolean {
	const { gate, workspace } = ports;
	const call = { id: 'context', name: 'file_read', args: { path } };
	return gate.judge(call, { facts: workspace.facts, mode: modeOf(state), grants: [] }).decision === 'allow';
}

/** Threat: a link leads elsewhere than its name says. */
function textOf(path: string, workspace: Workspace): string | undefined {
	const absolute = join(workspace.root, path);
	if (workspace.facts.realPath(absolute) !== absolute) return undefined;
	const content = workspace.contentOf(path);
	return content === null || content.size > mostBytes ? undefined : content.text;
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
