import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorkflowUse, type WorkflowUse } from './workflow-use.ts';

const folder = '.github/workflows';
const mostBytes = 1_048_576;

/** The workflows of a checkout that use Countersign, sorted by name. Links and files that are too large are skipped. */
export function readWorkflows(root: string): readonly WorkflowUse[] {
	return namesIn(join(root, folder)).flatMap((name) => {
		const file = `${folder}/${name}`;
		const stat = lstatSync(join(root, file));
		if (!stat.isFile() || stat.size > mostBytes) return [];
		return readWorkflowUse(file, readFileSync(join(root, file), 'utf8')) ?? [];
	});
}

function namesIn(path: string): readonly string[] {
	if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
	return readdirSync(path)
		.filter((name) => /\.ya?ml$/.test(name))
		.sort();
}
