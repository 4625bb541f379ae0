import { join } from 'node:path';
import { getOctokit } from '@actions/github';
import { git } from '../../rehearsal/sample-repository.ts';
import { type JobEnvironment, readInputs } from '../../src/config/index.ts';
import {
	actingClient,
	createJobContext,
	handle,
	type JobResult,
	type Machine,
	type RequestPort,
	readEvent,
} from '../../src/job/index.ts';
import { root, type Stage } from '../e2e/stage.ts';

/** No step needs a command here, and testing a sandbox takes seconds. */
const noMachine: Machine = {
	probe: async () => ({ ok: false, why: 'there are no commands', fix: 'none', kind: 'other' }),
	mend: () => Promise.reject(new Error('nothing is mended')),
	hosted: false,
};

function environmentOn(disk: string, { github }: Stage, id: number): JobEnvironment {
	const [workspace, temporary] = [join(disk, 'work'), join(disk, 'temp')];
	git(join(disk, '..'), 'clone', '-q', '--branch', github.defaultBranch, github.repositoryDir, workspace);
	const { owner, repo, defaultBranch: refName, url } = github;
	return {
		...{ eventName: 'issue_comment', eventPath: '', owner, repo, refName, workflow: 'agent', attempt: 1 },
		...{ workflowRunId: String(id), runnerKind: 'actions', hosted: false, apiUrl: url, serverUrl: url },
		...{ workspace, temporary, sha: git(workspace, 'rev-parse', 'HEAD') },
		tools: { path: [], home: '/nowhere', variables: [] },
	};
}

/** What happened, and what looks at each request of the job before it is sent. */
export interface JobHere {
	readonly event: { readonly name: string; readonly payload: unknown };
	readonly onRequest?: (route: string) => void;
}

/** Does the job of an event in this process. */
export async function jobHere({ event, onRequest = () => undefined }: JobHere, stage: Stage): Promise<JobResult> {
	const id = stage.newRunId();
	const environment = { ...environmentOn(stage.freshDisk(), stage, id), eventName: event.name };
	const given: Readonly<Record<string, string>> = { ...stage.inputs(), mode: 'default' };
	const inputs = readInputs((name) => given[name] ?? '', {});
	const client = actingClient(
		async () => inputs.githubToken,
		(token) => getOctokit(token, { baseUrl: stage.github.url }),
	);
	const octokit: RequestPort = {
		request: (route, parameters) => {
			onRequest(route);
			return client.request(route, parameters);
		},
	};
	const { workflowRunId, refName } = environment;
	const ignore = (): void => undefined;
	const context = createJobContext({
		...{ inputs, environment, packageRoot: root, octokit, machine: noMachine, program: 'test' },
		...{ narrate: ignore, warn: ignore, say: ignore },
	});
	stage.github.setWorkflowRun({ id, attempt: 1, status: 'in_progress' });
	try {
		return await handle(readEvent({ ...event, workflowRunId, refName, task: '', label: 'agent' }), context);
	} finally {
		stage.github.setWorkflowRun({ id, attempt: 1, status: 'completed', conclusion: 'success' });
	}
}
