import { z } from 'zod';
import type { JobEnd } from '../../rehearsal/job-runner.ts';
import { asAssumed, type Finding, notTried, otherwise } from './finding.ts';
import { Scene } from './scene.ts';
import type { Trial } from './trial.ts';
import { changeWorkflow, putWorkflow } from './workflow-change.ts';

/** A promise of Countersign, played from a comment to the end of its run. */
export interface Play {
	readonly id: string;
	readonly promise: string;
	readonly run: (trial: Trial) => Promise<Finding>;
}

export const plays: readonly Play[] = [
	{ id: 'main-job', promise: 'a command, a request, an approval, a draft pull request', run: mainJob },
	{ id: 'refusal', promise: 'a denied step never happens, and its reason is heard', run: refusal },
	{
		id: 'workflow-change',
		promise: 'an approval delivers though a workflow changed on the default branch meanwhile',
		run: workflowChange,
	},
	{ id: 'crash', promise: 'a step that began and has no outcome is asked about, never repeated', run: crash },
];

const pull = z.object({
	number: z.number(),
	draft: z.boolean(),
	state: z.string(),
	head: z.object({ ref: z.string(), sha: z.string() }),
});
const commit = z.object({ parents: z.array(z.object({ sha: z.string() })) });

/** Returns the turns of a model: a step that asks in mode `default`, and a delivery. */
function turnsOf({ time }: Trial, name: string): readonly object[] {
	const args = { path: `countersign-try/${time}-${name}.md`, content: 'Written by a try of Countersign.\n' };
	return [
		{ text: 'I write a file.', calls: [{ tool: 'file_write', args }] },
		{
			text: 'I open a pull request.',
			calls: [
				{ tool: 'open_pull_request', args: { title: `Countersign tries GitHub: ${name}`, body: 'To be closed.' } },
			],
		},
		{ text: 'Done.' },
	];
}

async function mainJob(trial: Trial): Promise<Finding> {
	const scene = await Scene.open(trial, 'the main job', turnsOf(trial, 'main'));
	const asked = await scene.play('/agent write the file and open a pull request');
	if (!isAsking(asked)) return unexpected('the job did not ask', asked);
	const answered = await scene.play('/approve A1');
	return (await delivered(trial, answered)) ?? asAssumed();
}

async function refusal(trial: Trial): Promise<Finding> {
	const scene = await Scene.open(trial, 'a refusal', turnsOf(trial, 'refusal').toSpliced(1, 1));
	const asked = await scene.play('/agent write the file');
	if (!isAsking(asked)) return unexpected('the job did not ask', asked);
	const answered = await scene.play('/deny A1 because this is only a try');
	return answered.outputs['outcome'] === 'denied' ? asAssumed() : unexpected('the job was denied', answered);
}

async function workflowChange(trial: Trial): Promise<Finding> {
	if (!trial.options.pushDefaultBranch) return notTried('needs --push-default-branch');
	const refused = await putWorkflow(trial);
	if (refused !== undefined) return notTried(`your token may not write workflows: ${refused}`);
	const scene = await Scene.open(trial, 'a workflow changes meanwhile', turnsOf(trial, 'workflow'));
	const asked = await scene.play('/agent write the file and open a pull request');
	if (!isAsking(asked)) return unexpected('the job did not ask', asked);
	const head = await changeWorkflow(trial);
	const answered = await scene.play('/approve A1');
	const wrong = await delivered(trial, answered);
	if (wrong !== undefined) return wrong;
	const { head: end } = await trial.person.must('GET', `/pulls/${answered.outputs['pull-request']}`, pull);
	const { parents } = await trial.person.must('GET', `/git/commits/${end.sha}`, commit);
	if (parents.some(({ sha }) => sha === head)) return asAssumed('on top of the present branch');
	return asAssumed("the job's token may write workflows, so GitHub had no reason to refuse the older base");
}

async function crash(trial: Trial): Promise<Finding> {
	const scene = await Scene.open(trial, 'a crash', turnsOf(trial, 'crash').toSpliced(1, 1));
	const asked = await scene.play('/agent write the file');
	if (!isAsking(asked)) return unexpected('the job did not ask', asked);
	const approved = await scene.say('/approve A1');
	const killed = await scene.job(approved, { dies: true });
	if (killed.signal !== 'SIGKILL') return unexpected('no step began in the job that was to die', killed);
	const next = await scene.job(approved, { attempt: 2 });
	if (next.outputs['outcome'] !== 'unknown') return unexpected('the next job did not say unknown', next);
	const last = await scene.play('/deny all because it may have happened');
	return last.outputs['outcome'] === 'denied' ? asAssumed() : unexpected('the question was answered', last);
}

const isAsking = ({ outputs }: JobEnd): boolean => outputs['outcome'] === 'waiting' && outputs['approvals'] === 'A1';

function unexpected(what: string, { outputs, exitCode, signal, log }: JobEnd): Finding {
	const end =
		outputs['outcome'] === undefined
			? `exit ${exitCode ?? signal}`
			: `${outputs['outcome']} (${outputs['reason-code']})`;
	const why = log.trimEnd().split('\n').at(-1) ?? '';
	return otherwise(`${what}; the job ended with ${end}: ${why.slice(0, 300)}`);
}

/** Returns what is wrong with the delivery, if anything. */
async function delivered(trial: Trial, end: JobEnd): Promise<Finding | undefined> {
	const number = end.outputs['pull-request'] ?? '';
	if (end.outputs['outcome'] !== 'completed' || number === '') return unexpected('nothing was delivered', end);
	const { draft, state } = await trial.person.must('GET', `/pulls/${number}`, pull);
	trial.tell('plain', `pull request #${number}`);
	return draft && state === 'open' ? undefined : otherwise(`pull request #${number} is no open draft`);
}
