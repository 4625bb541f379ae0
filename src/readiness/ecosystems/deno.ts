import { type Ecosystem, way } from '../ecosystem.ts';
import { namesTool, objectIn, pathOf, readJson } from '../project-texts.ts';
import type { ProjectFacts } from '../stack-facts.ts';

/** Deno. */
export const deno: Ecosystem = {
	name: 'Deno',
	marks: [[/^deno\.jsonc?$/, 'Deno']],
	toolsets: (project) => {
		const file = (['deno.json', 'deno.jsonc'] as const).find((name) => project.names.has(name));
		if (file === undefined) return [];
		const hasTask = 'test' in objectIn(readJson(project.text(file)), 'tasks');
		// This runs no test. It loads every module that a test imports and checks its types.
		const run = `deno test --no-run --allow-all${project.names.has('deno.lock') ? ' --frozen' : ''}`;
		const named = /raw\.githubusercontent\.com/.test(project.text(file)) ? ['raw.githubusercontent.com'] : [];
		const hosts = ['jsr.io', 'npm.jsr.io', 'registry.npmjs.org', 'deno.land', 'esm.sh', ...named];
		return [
			{
				name: 'Deno',
				steps: [{ tool: 'Deno', with: denoVersion(project) }],
				setup: [{ run, hosts }],
				tests: [way(hasTask ? 'deno task test' : 'deno test --allow-all')],
			},
		];
	},
};

function denoVersion(project: ProjectFacts): Readonly<Record<string, string>> {
	if (project.names.has('.dvmrc')) return { 'deno-version-file': pathOf(project, '.dvmrc') };
	return namesTool(project, 'deno')
		? { 'deno-version-file': pathOf(project, '.tool-versions') }
		: { 'deno-version': 'v2.x' };
}
