import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { objectOf, textOf } from './json.ts';
import type { Grant, Permissions } from './permission-deviations.ts';

function permissionsOf(value: unknown): Permissions {
	const entries = Object.entries(objectOf(value)).map(([scope, level]) => [scope.replaceAll('-', '_'), textOf(level)]);
	return Object.fromEntries(entries);
}

/** Returns the jobs of a workflow that run our action, each with its permissions. */
function workflowGrants(name: string, text: string): readonly Grant[] {
	const jobs = Object.entries(objectOf(objectOf(parse(text))['jobs']));
	return jobs
		.map(([job, value]) => ({ name: `${name}: ${job}`, permissions: permissionsOf(objectOf(value)['permissions']) }))
		.filter(({ permissions }) => Object.keys(permissions).length > 0)
		.map((grant) => ({ ...grant, token: 'workflow' as const }));
}

function readmeWorkflow(text: string): string {
	const [, found] = /<!-- workflow-start -->\s*```yaml\n([\s\S]*?)```/.exec(text) ?? [];
	if (found === undefined) throw new Error('README.md has no workflow between its markers.');
	return found;
}

/** Returns the permissions in the README's workflow, in the examples (`countersign init` copies them) and in `app.yml`. */
export function readGrants(root: string): readonly Grant[] {
	const read = (path: string): string => readFileSync(join(root, path), 'utf8');
	const examples = globSync('examples/**/*.yml', { cwd: root }).sort();
	const manifest = objectOf(parse(read('app.yml')));
	return [
		...workflowGrants('README.md', readmeWorkflow(read('README.md'))),
		...examples.flatMap((path) => workflowGrants(path, read(path))),
		{ name: 'app.yml', token: 'installation', permissions: permissionsOf(manifest['default_permissions']) },
	];
}
