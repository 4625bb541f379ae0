import { type TestWay, way } from './ecosystem.ts';
import type { ProjectFacts } from './stack-facts.ts';

/** Ways to test that a project defines in addition to its language's own: make targets, just recipes, scripts. */
export function runnersOf(project: ProjectFacts): readonly TestWay[] {
	return [
		...makeTargets(project),
		...justRecipes(project),
		...(project.names.has('script/test') ? [way('script/test')] : []),
	];
}

function makeTargets({ text }: ProjectFacts): readonly TestWay[] {
	// make reads the first of these that exists.
	const rules = ['GNUmakefile', 'makefile', 'Makefile'].map(text).find((one) => one !== '') ?? '';
	const target = ['test', 'check', 'tests'].find((name) => new RegExp(`^${name}\\s*::?(?!=)`, 'm').test(rules));
	return target === undefined ? [] : [way(`make ${target}`)];
}

function justRecipes({ text }: ProjectFacts): readonly TestWay[] {
	const rules = ['justfile', 'Justfile', '.justfile'].map(text).find((one) => one !== '') ?? '';
	const recipe = ['test', 'check'].find((name) =>
		new RegExp(`^@?${name}(?:\\s[^:=\\n]{0,80})?:(?!=)`, 'm').test(rules),
	);
	return recipe === undefined ? [] : [{ command: `just ${recipe}`, steps: [{ tool: 'just' }] }];
}
