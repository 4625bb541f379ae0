import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { JobEnd, JobOptions } from '../../rehearsal/job-runner.ts';
import { root, type Stage } from './stage.ts';

interface Step {
	readonly id?: string;
	readonly uses?: string;
	readonly with?: Readonly<Record<string, unknown>>;
}

/** A job as its YAML has it. */
export interface ExampleJob {
	readonly uses?: string;
	readonly with?: Readonly<Record<string, unknown>>;
	readonly secrets?: Readonly<Record<string, string>>;
	readonly outputs?: Readonly<Record<string, string>>;
	readonly permissions: Readonly<Record<string, 'read' | 'write'>>;
	readonly strategy?: { readonly matrix: { readonly include: readonly Readonly<Record<string, string>>[] } };
	readonly steps?: readonly Step[];
}

export interface Example {
	readonly name: string;
	readonly on: Readonly<Record<string, unknown>>;
	readonly jobs: Readonly<Record<string, ExampleJob>>;
}

/** What expressions may name: `inputs.prompt`, `matrix.skill`, `github.event…`. */
export type Contexts = Readonly<Record<string, string>>;

export function readExample(file: string): Example {
	return parse(readFileSync(join(root, 'examples', 'workflows', file), 'utf8')) as Example;
}

export function jobOf({ jobs }: Example, name: string): ExampleJob {
	const job = jobs[name];
	if (job === undefined) throw new Error(`there is no job ${name}`);
	return job;
}

/** A value as the runner gives it to a step: `name`, `name || 'text'`; what is not set is empty, and a secret is its own name. */
export function evaluated(value: unknown, contexts: Contexts): string {
	return String(value).replaceAll(/\$\{\{ *(.*?) *\}\}/g, (_, expression: string) => {
		for (const term of expression.split('||').map((part) => part.trim())) {
			const text = /^'(.*)'$/.exec(term)?.[1] ?? (term.startsWith('secrets.') ? term : contexts[term]);
			if (!/^'.*'$|^[a-z_]+(?:\.[\w-]+)+$/i.test(term)) throw new Error(`the expression ${term} is not known here`);
			if (text !== undefined && text !== '') return text;
		}
		return '';
	});
}

export function evaluatedAll(
	values: Readonly<Record<string, unknown>>,
	contexts: Contexts,
): Readonly<Record<string, string>> {
	return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, evaluated(value, contexts)]));
}

export interface Running extends Pick<JobOptions, 'event' | 'env'>, Partial<Pick<JobOptions, 'runId'>> {
	readonly contexts?: Contexts;
	readonly inputs?: Readonly<Record<string, string>>;
	/** The name of the workflow that calls this one. */
	readonly caller?: string;
}

const scopes = ['actions', 'checks', 'contents', 'issues', 'pull_requests'];

/** Runs the step of ours in a job, with what its YAML gives it, with a token that may what the job says and nothing else. */
export async function runExample(
	stage: Stage,
	[example, job]: readonly [Example, ExampleJob],
	{ event, contexts = {}, inputs = {}, caller = example.name, env = {}, runId = stage.newRunId() }: Running,
): Promise<JobEnd> {
	const step = job.steps?.find(({ uses }) => uses === './');
	if (step?.with === undefined) throw new Error(`${example.name} has no step of ours`);
	const given = evaluatedAll(step.with, contexts);
	const allowed = Object.entries(job.permissions).map(([scope, level]) => [scope.replaceAll('-', '_'), level]);
	const token = `ghs_${stage.newRunId()}`;
	const permissions = { ...Object.fromEntries(scopes.map((scope) => [scope, 'none'])), ...Object.fromEntries(allowed) };
	stage.github.addToken(token, { kind: 'actions', permissions });
	return stage.startWith({
		event,
		runId,
		inputs: { ...given, 'github-token': token, model: `scripted:${stage.script}`, ...inputs },
		env: { GITHUB_WORKFLOW: caller, ...env },
	}).ended;
}

export async function onSchedule(stage: Stage): Promise<JobOptions['event']> {
	return { name: 'schedule', payload: await stage.github.scheduleEvent() };
}
