import { z } from 'zod';
import { refusalOf } from './connection.ts';
import { asAssumed, type Finding, notTried, otherwise } from './finding.ts';
import type { Ground, Trial } from './trial.ts';

const viewer = z.object({ viewer: z.object({ login: z.string() }) });

export async function ownLogin({ person, job }: Trial): Promise<Finding> {
	const known = await person.must('GET', '//user', z.object({ login: z.string() }));
	const mine = (await person.graph('{ viewer { login } }', viewer)).viewer.login;
	if (mine !== known.login) return otherwise(`it says ${mine}, and REST says ${known.login}`);
	if (job === person) return notTried('your token is answered; set JOB_TOKEN to ask with one of an App');
	const login = (await job.graph('{ viewer { login } }', viewer)).viewer.login;
	return login.endsWith('[bot]') ? asAssumed(`JOB_TOKEN is ${login}`) : notTried(`JOB_TOKEN is ${login}, no App`);
}

export async function viewerDidAuthor({ job }: Trial, { pull }: Ground): Promise<Finding> {
	if (pull === undefined) return notTried('there is no pull request');
	const schema = z.object({ repository: z.object({ pullRequest: z.object({ viewerDidAuthor: z.boolean() }) }) });
	const query =
		'query($owner: String!, $name: String!, $number: Int!) { repository(owner: $owner, name: $name) { pullRequest(number: $number) { viewerDidAuthor } } }';
	const { repository } = await job.graph(query, schema, { number: pull });
	return repository.pullRequest.viewerDidAuthor ? asAssumed() : otherwise('it is false for what this token opened');
}

export async function locked({ person, job }: Trial, { issue }: Ground): Promise<Finding> {
	const lock = await person.ask('PUT', `/issues/${issue}/lock`, { lock_reason: 'resolved' });
	if (lock.status !== 204) return notTried(`the issue could not be locked: ${refusalOf(lock)}`);
	const said = await job.ask('POST', `/issues/${issue}/comments`, { body: 'Said on a locked thread.' });
	const opened = await person.ask('DELETE', `/issues/${issue}/lock`);
	if (said.status !== 201) return otherwise(refusalOf(said));
	return opened.status === 204 ? asAssumed() : otherwise(`the issue could not be unlocked: ${refusalOf(opened)}`);
}

export async function workflowPermissions({ person, job }: Trial): Promise<Finding> {
	const told = [];
	for (const connection of new Set([person, job])) {
		const answer = await connection.ask('GET', '/actions/permissions/workflow');
		if (answer.status !== 200 && answer.status !== 403) return otherwise(refusalOf(answer));
		told.push(answer.status);
	}
	return asAssumed(told.join(', '));
}

export async function jobLogs({ job }: Trial): Promise<Finding> {
	const ids = z.array(z.object({ id: z.number() }));
	const runs = await job.ask('GET', '/actions/runs?status=completed&per_page=1');
	const run = z.object({ workflow_runs: ids }).safeParse(runs.body).data?.workflow_runs[0];
	if (run === undefined) return notTried(runs.status === 200 ? 'no workflow ran here yet' : refusalOf(runs));
	const jobs = await job.ask('GET', `/actions/runs/${run.id}/jobs?per_page=1`);
	const last = z.object({ jobs: ids }).safeParse(jobs.body).data?.jobs[0];
	if (last === undefined) return notTried(jobs.status === 200 ? 'the last run has no job' : refusalOf(jobs));
	const log = await job.ask('GET', `/actions/jobs/${last.id}/logs`);
	if (log.status === 302 && log.headers.has('location')) return asAssumed();
	return log.status === 410 ? notTried('the log has expired') : otherwise(refusalOf(log));
}
