import { definitionOf, manifestsAbove } from '../../declared.ts';
import type { Invocation, Program } from '../../program.ts';
import { nodeReports } from './node-reports.ts';
import { type ToolSpec, tool } from './tool.ts';

/** Packages whose name differs from the name of their tool. */
const packageNames: Readonly<Record<string, readonly string[]>> = {
	tsc: ['typescript'],
	'vue-tsc': ['vue-tsc'],
	biome: ['@biomejs/biome'],
	playwright: ['@playwright/test', 'playwright'],
	markdownlint: ['markdownlint-cli', 'markdownlint-cli2'],
	swc: ['@swc/cli'],
	babel: ['@babel/cli'],
	webpack: ['webpack', 'webpack-cli'],
	attw: ['@arethetypeswrong/cli'],
	commitlint: ['@commitlint/cli'],
	ng: ['@angular/cli'],
	'vue-cli-service': ['@vue/cli-service'],
	nuxi: ['nuxt'],
	redocly: ['@redocly/cli'],
	spectral: ['@stoplight/spectral-cli'],
	'ls-lint': ['@ls-lint/ls-lint'],
	stryker: ['@stryker-mutator/core'],
	'svelte-kit': ['@sveltejs/kit'],
	wdio: ['@wdio/cli'],
};

/** Returns the path of the manifest that depends on the tool, or whose scripts use it. */
export function nodeDeclaration(it: Invocation, name: string): string | undefined {
	const names = packageNames[name] ?? [name];
	return manifestsAbove(it.scope).find(
		({ dependencies, scripts }) => names.some((one) => dependencies.includes(one)) || uses(scripts, name),
	)?.path;
}

function uses(scripts: Readonly<Record<string, string>>, name: string): boolean {
	const used = new RegExp(`(^|[\\s/;&|(])${name.replace(/\W/g, '\\$&')}($|[\\s;&|)])`);
	return Object.values(scripts).some((text) => text.includes(name) && used.test(text));
}

/** Returns the row of a Node tool. A manifest declares it, or else its own configuration file. */
export function nodeTool(names: string, spec: Omit<ToolSpec, 'home'> & { readonly home?: string }): Program {
	const files = [...(spec.home?.split(' ') ?? []), 'package.json'];
	return tool(names, {
		wholeOptions: true,
		...spec,
		home: (it) => nodeDeclaration(it, it.name) ?? definitionOf(it.scope, files),
		also: (it) => [...nodeReports(it), ...(spec.also?.(it) ?? [])],
	});
}
