import { isJsonObject, requiredOfJob } from '../core/index.ts';
import { workflowEvents } from '../github/index.ts';
import { type Finding, fine, lacking, skipped } from './finding.ts';
import type { UsingJob, WorkflowUse } from './workflow-use.ts';

type Need = readonly [scope: string, level: 'read' | 'write', what: string];

const pullsAsRead: Need = ['pull-requests', 'read', 'what pull requests say'];

/** The permissions of a job with the input `bot`. The App's bot gives such a job another token for its writes. */
const neededBesideBot: readonly Need[] = [
	['contents', 'read', 'the checkout'],
	['id-token', 'write', 'to show the bot which job it is'],
];

/** The events that can start or continue a run. */
const served: readonly string[] = [...workflowEvents, 'workflow_call'];

/** One check of a job. It returns each problem with its remedy. */
type Check = (
	job: UsingJob,
	workflow: WorkflowUse,
	hasAction: (folder: string) => boolean,
) => readonly (readonly [string, string])[];

/** Each check by its name. The tests do not compile if a check has no failing case, or no entry for docs/doctor.md. */
const checks = {
	permissions: permissionFaults,
	'kept-credential': ({ steps }) =>
		steps.some(
			(step) => step.uses.startsWith('actions/checkout@') && String(step.with['persist-credentials']) !== 'false',
		)
			? [['its checkout leaves the token in .git/config', 'give that step `with: { persist-credentials: false }`.']]
			: [],
	pin: ({ steps }) =>
		steps
			.filter(({ uses }) => !/^\.\/|^docker:\/\/.*@sha256:|@[0-9a-f]{40,64}$/.test(uses))
			.map(
				({ uses }) =>
					[
						`\`${uses}\` can be moved by others`,
						'name the 40 characters of its commit in place of a tag or branch.',
					] as const,
			),
	concurrency: ({ hasConcurrency }, { events }) =>
		hasConcurrency || !events.includes('issue_comment')
			? []
			: [
					[
						'it has no `concurrency`, so two answers could run at once',
						"give the job the `concurrency` of the README's workflow.",
					],
				],
	'workflow-concurrency': (_, { hasWorkflowConcurrency, events }) =>
		hasWorkflowConcurrency && events.includes('issue_comment')
			? [
					[
						'`concurrency` of the whole workflow lets strangers push a waiting answer out',
						'put it on the job, behind its `if`.',
					],
				]
			: [],
	event: (_, { events }) =>
		events
			.filter((event) => !served.includes(event))
			.map(
				(event) =>
					[
						`it starts on \`${event}\`${event === 'workflow_run' ? ", which lends its rights to strangers' commits" : ', which no run begins with'}`,
						`take \`${event}\` out, or put the step into a workflow of its own (${served.join(', ')}).`,
					] as const,
			),
	// Threat: code of a fork would run with access to the repository's secrets. On this event, `ref` is almost always such code.
	'foreign-code': ({ steps }, { events }) =>
		events.includes('pull_request_target') && steps.some(checksOutAnother)
			? [
					[
						"it checks out another commit on `pull_request_target`, where a stranger's code would lie beside the secrets",
						"take `ref` and `repository` out of the checkout: the agent reads a fork's changes through the API.",
					],
				]
			: [],
	'action-folder': ({ uses }, _, hasAction) =>
		uses.startsWith('./') && !hasAction(uses)
			? [
					[
						`\`uses: ${uses}\` names a folder without an action.yml`,
						'write owner/name@<commit> of your copy of Countersign.',
					],
				]
			: [],
} as const satisfies Readonly<Record<string, Check>>;

/** What a workflow is checked for. */
export type WorkflowCheck = keyof typeof checks;

const allChecks: readonly Check[] = Object.values(checks);

/** Advice about stopped schedules. GitHub sends an e-mail about that only to the person who last changed the schedule. */
export const idleSchedules =
	'GitHub stops the schedules of a public repository after 60 days without activity in it; "Enable workflow" on the page of the workflow starts them again.';

/** Whether GitHub starts the workflow on a schedule. */
export function isScheduled({ events }: Pick<WorkflowUse, 'events'>): boolean {
	return events.includes('schedule');
}

/** Checks the workflows of a checkout that use Countersign. */
export function workflowFindings(
	workflows: readonly WorkflowUse[],
	hasAction: (folder: string) => boolean,
): readonly Finding[] {
	if (workflows.length === 0) return [skipped('workflow: none here uses Countersign; `countersign init` writes one')];
	return workflows.flatMap((workflow) =>
		workflow.jobs.flatMap((job) => {
			const name = `${workflow.file}, job \`${job.name}\``;
			const faults = allChecks.flatMap((check) => check(job, workflow, hasAction));
			if (faults.length === 0)
				return [
					fine(
						`workflow: ${name}: permissions, pins, checkout and concurrency are as they should be${isScheduled(workflow) ? `. ${idleSchedules}` : ''}`,
					),
				];
			return faults.map(([what, fix]) => lacking(`workflow: ${name}: ${what}`, fix));
		}),
	);
}

function checksOutAnother({ uses, with: given }: UsingJob['steps'][number]): boolean {
	return uses.startsWith('actions/checkout@') && (given['ref'] ?? given['repository']) !== undefined;
}

function permissionFaults(job: UsingJob): readonly (readonly [string, string])[] {
	const { permissions } = job;
	const needs = needsOf(job);
	const line = `give the job \`permissions: { ${needs.map(([scope, level]) => `${scope}: ${level}`).join(', ')} }\`.`;
	if (permissions === undefined) return [['it does not say what its token may', line]];
	if (permissions === 'write-all') return [['its token may everything (`write-all`)', line]];
	const given = isJsonObject(permissions) ? permissions : {};
	return needs
		.filter(([scope, level]) => given[scope] !== 'write' && given[scope] !== level)
		.map(([scope, level, what]) => [`its token lacks \`${scope}: ${level}\` (${what})`, line] as const);
}

/**
 * The permissions that a job needs. A job for one skill may leave out those that the skill does not use. For example, a skill that only
 * reads opens no pull request.
 */
function needsOf({ steps, uses }: UsingJob): readonly Need[] {
	const given = steps.find((step) => step.uses === uses)?.with ?? {};
	if (given['bot'] !== undefined) return neededBesideBot;
	return given['skill'] === undefined
		? requiredOfJob
		: requiredOfJob.map((need) => (need[0] === 'pull-requests' ? pullsAsRead : need));
}
