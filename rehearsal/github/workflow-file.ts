import { parse } from 'yaml';
import type { GitDatabase } from './git-database.ts';
import { asList, asObject, asText, isObject, unprocessable } from './http.ts';
import type { Json, JsonObject } from './types.ts';

const folder = '.github/workflows';
const mostInputs = 25;
const longestInputs = 65_535;

export interface WorkflowFile {
	/** The path from the repository's root. */
	readonly path: string;
	readonly name: string;
	readonly runName: string | undefined;
	/** Whether `pull_request` starts it. */
	readonly isOfPulls: boolean;
	/** The inputs by name. Undefined if `workflow_dispatch` does not start the file. */
	readonly inputs: Readonly<Record<string, JsonObject>> | undefined;
}

/** Whether `on` names an event, as `on: push`, `on: [push, …]` or `on: { push: … }`. */
function names(on: Json | undefined, event: string): boolean {
	return on === event || asList(on).includes(event) || (isObject(on) && event in on);
}

function inputsOf(on: Json | undefined): Record<string, JsonObject> | undefined {
	if (!names(on, 'workflow_dispatch')) return undefined;
	const declared = asObject(asObject(asObject(on)['workflow_dispatch'])['inputs']);
	return Object.fromEntries(Object.entries(declared).map(([name, input]) => [name, asObject(input)]));
}

/** Returns the workflows of a commit that an opened pull request starts. */
export async function workflowsOfPulls(git: GitDatabase, commit: string): Promise<readonly WorkflowFile[]> {
	const entries = await git.tree(commit, { path: `${folder}/` });
	const names = entries.flatMap(({ path, type }) => (type === 'blob' ? [path.split('/').at(-1) ?? ''] : []));
	const files = await Promise.all(names.map((name) => readWorkflow(git, commit, name)));
	return files.flatMap((file) => (file?.isOfPulls === true ? [file] : []));
}

/** Returns the workflow's file at a commit, or undefined if there is none. */
export async function readWorkflow(git: GitDatabase, commit: string, file: string): Promise<WorkflowFile | undefined> {
	const path = `${folder}/${file}`;
	const [entry] = await git.tree(commit, { path });
	const text = entry?.type === 'blob' ? await git.read('blob', entry.sha) : undefined;
	if (!text) return undefined;
	const content = asObject(parse(text.toString()));
	return {
		path,
		name: asText(content['name']) ?? path,
		runName: asText(content['run-name']),
		isOfPulls: names(content['on'], 'pull_request'),
		inputs: inputsOf(content['on']),
	};
}

function checked(name: string, declared: JsonObject, given: string | undefined): string {
	const value = given ?? (declared['default'] === undefined ? '' : String(declared['default']));
	if (declared['required'] === true && value === '') throw unprocessable(`Required input '${name}' not provided`);
	const options = asList(declared['options']).map(String);
	if (declared['type'] === 'choice' && value !== '' && !options.includes(value)) {
		throw unprocessable(`Provided value '${value}' for input '${name}' not in the list of allowed values`);
	}
	return value;
}

/** Returns the run's inputs: the given ones and the file's defaults. @throws if GitHub would refuse them. */
export function inputsFor({ inputs }: WorkflowFile, given: JsonObject): Record<string, string> {
	if (!inputs) throw unprocessable("Workflow does not have 'workflow_dispatch' trigger");
	const names = Object.keys(given);
	const unknown = names.filter((name) => !(name in inputs));
	if (names.length > mostInputs || Object.keys(inputs).length > mostInputs) {
		throw unprocessable(`you may only define up to ${mostInputs} \`inputs\` for a \`workflow_dispatch\` event`);
	}
	if (unknown.length > 0) throw unprocessable(`Unexpected inputs provided: ${JSON.stringify(unknown)}`);
	if (JSON.stringify(given).length > longestInputs) throw unprocessable('inputs are too large.');
	const filled = Object.entries(inputs).map(([name, declared]) => {
		const value = given[name];
		const text = value === undefined || value === null ? undefined : String(value);
		return [name, checked(name, declared, text)] as const;
	});
	return Object.fromEntries(filled);
}

/** Returns the run's title: `run-name` with the inputs. An unknown expression becomes empty. */
export function titleOf(file: WorkflowFile, inputs: Readonly<Record<string, string>>, actor: string): string {
	const title = file.runName?.replace(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_all, expression: string) => {
		const [, name] = /^(?:github\.event\.)?inputs\.([\w-]+)$/.exec(expression) ?? [];
		if (name !== undefined) return inputs[name] ?? '';
		return expression === 'github.actor' ? actor : '';
	});
	return title?.trim() || file.name;
}
