import { parse } from 'yaml';
import { inputNames, tellingInputs } from '../config/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';

/** A step of a workflow. */
export interface Step {
	readonly uses: string;
	readonly with: JsonObject;
}

/** A job of a workflow that uses Countersign. */
export interface UsingJob {
	readonly name: string;
	/** The permissions of its token. Undefined if neither the job nor the workflow sets them. */
	readonly permissions: JsonValue | undefined;
	readonly hasConcurrency: boolean;
	readonly steps: readonly Step[];
	/** The value of `uses` in our step. */
	readonly uses: string;
	/** The names of the secrets that this step gets. */
	readonly secrets: readonly string[];
}

/** The parts of a workflow file that matter for Countersign. */
export interface WorkflowUse {
	readonly file: string;
	readonly events: readonly string[];
	readonly hasWorkflowConcurrency: boolean;
	readonly jobs: readonly UsingJob[];
}

/** Parses how a workflow uses Countersign. Undefined if it does not, or if the file is not a workflow. */
export function readWorkflowUse(file: string, text: string): WorkflowUse | undefined {
	const workflow = parsed(text);
	if (workflow === undefined || !isJsonObject(workflow['jobs'])) return undefined;
	const jobs = Object.entries(workflow['jobs']).flatMap(([name, job]) => usingJob(name, job, workflow['permissions']));
	if (jobs.length === 0) return undefined;
	return {
		file,
		events: eventsOf(workflow['on']),
		hasWorkflowConcurrency: workflow['concurrency'] !== undefined,
		jobs,
	};
}

function parsed(text: string): JsonObject | undefined {
	try {
		const value = parse(text, { schema: 'core', maxAliasCount: 10, logLevel: 'silent' }) as JsonValue;
		return isJsonObject(value) ? value : undefined;
	} catch {
		// A file that is not YAML is not a workflow. GitHub reports this to its authors.
		return undefined;
	}
}

function eventsOf(on: JsonValue | undefined): readonly string[] {
	if (typeof on === 'string') return [on];
	if (Array.isArray(on)) return on.map(String);
	return isJsonObject(on) ? Object.keys(on) : [];
}

function usingJob(name: string, job: JsonValue, permissions: JsonValue | undefined): readonly UsingJob[] {
	if (!isJsonObject(job) || !Array.isArray(job['steps'])) return [];
	const steps = job['steps'].flatMap((step) => stepOf(step));
	const own = steps.find(isOwnStep);
	if (own === undefined) return [];
	return [
		{
			...{ name, steps, uses: own.uses, secrets: secretsIn(own.with) },
			permissions: job['permissions'] ?? permissions,
			hasConcurrency: job['concurrency'] !== undefined,
		},
	];
}

function stepOf(step: JsonValue): readonly Step[] {
	if (!isJsonObject(step) || typeof step['uses'] !== 'string') return [];
	return [{ uses: step['uses'], with: isJsonObject(step['with']) ? step['with'] : {} }];
}

/** Whether a step is ours. The name of the action decides. If the action is a folder of the checkout, its inputs decide. */
function isOwnStep({ uses, with: given }: Step): boolean {
	const [path = ''] = uses.split('@');
	if (/(?:^|\/)countersign\/?$/i.test(path)) return true;
	const names = Object.keys(given);
	return (
		names.some((name) => tellingInputs.has(name)) && names.every((name) => inputNames.some((known) => known === name))
	);
}

function secretsIn(given: JsonObject): readonly string[] {
	const texts = Object.values(given).map(String);
	return [
		...new Set(texts.flatMap((text) => [...text.matchAll(/\bsecrets\.([A-Za-z_]\w*)/g)].map(([, name = '']) => name))),
	];
}
