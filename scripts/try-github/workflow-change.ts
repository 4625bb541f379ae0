import { z } from 'zod';
import { refusalOf } from './connection.ts';
import type { Trial } from './trial.ts';

const ref = z.object({ object: z.object({ sha: z.string() }) });
const made = z.object({ sha: z.string() });
const commit = z.object({ tree: z.object({ sha: z.string() }) });

/** Returns a workflow that never starts by itself, and does nothing useful if a person starts it. */
export function idleWorkflow(words: string): string {
	return `name: countersign-try\non: workflow_dispatch\njobs:\n  nothing:\n    runs-on: ubuntu-latest\n    steps: [{ run: "echo ${words}" }]\n`;
}

export const workflowPath = ({ time }: Pick<Trial, 'time'>): string => `.github/workflows/countersign-try-${time}.yml`;

/** Adds a workflow to the default branch, which is removed at the end. Returns GitHub's message if it refuses. */
export async function putWorkflow(trial: Trial): Promise<string | undefined> {
	trial.traces.undoLater(() => takeAway(trial));
	return (await push(trial, idleWorkflow('first'))).refused;
}

/** Changes that workflow. Returns the new head of the default branch. */
export async function changeWorkflow(trial: Trial): Promise<string> {
	const { sha, refused } = await push(trial, idleWorkflow('second'));
	if (refused !== undefined) throw new Error(`the workflow could not be changed: ${refused}`);
	trial.tell('plain', `${trial.home.defaultBranch} has another workflow now`);
	return sha;
}

/** Adds a commit with that content to the default branch. `null` removes the file. */
async function push(trial: Trial, content: string | null): Promise<{ sha: string; refused?: string }> {
	const { traces, home } = trial;
	// This connection also works after Ctrl-C.
	const { person } = traces;
	const at = `heads/${home.defaultBranch}`;
	const head = (await person.must('GET', `/git/ref/${at}`, ref)).object.sha;
	const base = (await person.must('GET', `/git/commits/${head}`, commit)).tree.sha;
	const file = {
		path: workflowPath(trial),
		mode: '100644',
		type: 'blob',
		...(content === null ? { sha: null } : { content }),
	};
	const tree = await person.must('POST', '/git/trees', made, { base_tree: base, tree: [file] });
	const message = content === null ? 'Take the workflow of a try away' : 'Try a workflow that does nothing';
	const { sha } = await person.must('POST', '/git/commits', made, { message, tree: tree.sha, parents: [head] });
	const moved = await person.ask('PATCH', `/git/refs/${at}`, { sha, force: false });
	return moved.status < 300 ? { sha } : { sha, refused: refusalOf(moved) };
}

async function takeAway(trial: Trial): Promise<string | undefined> {
	const { traces, home } = trial;
	const path = `/contents/${workflowPath(trial)}?ref=${encodeURIComponent(home.defaultBranch)}`;
	if ((await traces.person.ask('GET', path)).status === 404) return undefined;
	const { refused } = await push(trial, null);
	return refused === undefined ? undefined : `${workflowPath(trial)} is on ${home.defaultBranch}: ${refused}`;
}
