import { z } from 'zod';
import { type Answer, type Connection, refusalOf, TryTrouble } from './connection.ts';
import { asAssumed, type Finding, notTried, otherwise } from './finding.ts';
import type { Trial } from './trial.ts';
import { idleWorkflow, workflowPath } from './workflow-change.ts';

const made = z.object({ sha: z.string() });
const ref = z.object({ ref: z.string(), object: z.object({ sha: z.string() }) });

export async function ownRefs({ job, time }: Trial): Promise<Finding> {
	const name = `countersign/try-${time}`;
	const sha = await note(job, 'one');
	const faults: string[] = [];
	const expect = (what: string, answer: Answer, status: number): void => {
		if (answer.status !== status) faults.push(`${what}: ${refusalOf(answer)}`);
	};
	expect('make', await create(job, name, sha), 201);
	const read = await job.ask('GET', `/git/ref/${name}`);
	expect('read', read, 200);
	const listed = z.array(ref).safeParse((await job.ask('GET', `/git/matching-refs/${name}`)).body);
	if (!listed.success || listed.data[0]?.object.sha !== sha) faults.push('list: it is not there');
	expect('delete', await job.ask('DELETE', `/git/refs/${name}`), 204);
	return faults.length === 0 ? asAssumed() : otherwise(faults.join('; '));
}

export async function oneWinner({ job, time }: Trial): Promise<Finding> {
	const name = `heads/countersign-try/${time}-claim`;
	const first = await create(job, name, await note(job, 'first'));
	if (first.status !== 201) return otherwise(`the first attempt: ${refusalOf(first)}`);
	const second = await create(job, name, await note(job, 'second'));
	return second.status === 422 ? asAssumed() : otherwise(`the second attempt: ${refusalOf(second)}`);
}

export async function forwardOnly({ job, time }: Trial): Promise<Finding> {
	const name = `heads/countersign-try/${time}-forward`;
	const first = await create(job, name, await note(job, 'this'));
	if (first.status !== 201) return otherwise(`the branch could not be made: ${refusalOf(first)}`);
	const sha = await note(job, 'beside it');
	const moved = await job.ask('PATCH', `/git/refs/${name}`, { sha, force: false });
	return moved.status === 422 ? asAssumed() : otherwise(`moved aside: ${refusalOf(moved)}`);
}

export function workflowFiles(trial: Trial): Promise<Finding> {
	return withWorkflow(trial, `heads/countersign-try/${trial.time}-workflow`);
}

export function workflowFilesElsewhere(trial: Trial): Promise<Finding> {
	return withWorkflow(trial, `countersign/try-${trial.time}-workflow`);
}

async function withWorkflow(trial: Trial, name: string): Promise<Finding> {
	const file = { path: workflowPath(trial), content: idleWorkflow('never') };
	// A token that may not write workflows cannot create such a tree either. So your token creates it, and the job's token creates a ref to
	// it.
	const sha = await note(trial.person, 'a workflow', file).catch(troubleOf);
	if (sha instanceof TryTrouble) return notTried(`your token may not write workflow files: ${sha.message}`);
	const answer = await create(trial.job, name, sha);
	if (answer.status === 201) {
		const own =
			trial.job === trial.person
				? 'your token may write workflows: set JOB_TOKEN'
				: 'JOB_TOKEN may write workflows, or the rule does not hold here';
		return notTried(`GitHub took it; ${own}`);
	}
	const accepted = answer.headers.get('x-accepted-github-permissions') ?? 'nothing';
	if (answer.status === 403 && /\bworkflows=write\b/.test(accepted)) return asAssumed();
	return otherwise(`${refusalOf(answer)}; the header names ${accepted}`);
}

function troubleOf(error: unknown): TryTrouble {
	if (error instanceof TryTrouble) return error;
	throw error;
}

function create(connection: Connection, name: string, sha: string): Promise<Answer> {
	return connection.ask('POST', '/git/refs', { ref: `refs/${name}`, sha });
}

/** Creates a commit without a parent that contains one file. Returns its sha. */
async function note(
	connection: Connection,
	message: string,
	file: { readonly path: string; readonly content: string } = { path: 'note', content: `${message}\n` },
): Promise<string> {
	const tree = await connection.must('POST', '/git/trees', made, { tree: [{ ...file, mode: '100644', type: 'blob' }] });
	return (await connection.must('POST', '/git/commits', made, { message, tree: tree.sha, parents: [] })).sha;
}
