import { definitionOf, isActing, isProjectKind } from '../../declared.ts';
import { data, exec, type Finding, type Invocation, type Program, role, rows } from '../../program.ts';
import { constant } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { nodeTool } from './node-tool.ts';
import { areProjectKinds, handedOn } from './tool.ts';

/** Builds of the Node world, and runners of tasks in its workspaces. */
export const nodeBuilds = (): readonly Program[] => [
	nodeTool(
		'webpack vite rollup rolldown tsup tsdown parcel next nuxt nuxi astro ng react-scripts vue-cli-service svelte-kit gatsby docusaurus storybook unbuild ncc',
		{
			options: {
				...data('--mode --target --format -f --configuration --base --name -i --input --environment --logLevel -l'),
				...role('shell', '--onSuccess'),
				...role('code', '--node-options --plugin -p'),
			},
			config: '-c --config --config-name',
			output: '-o --output --output-path --dir --file',
			empties: '--outDir --out-dir -d --output-dir --dist-dir',
			verbs:
				/^(build|b|bundle|lint|test(:\w+)?|check|typecheck|generate|sync|prepare|info|e2e|[\w./-]+\.[cm]?[jt]sx?)$|^$/,
			home: 'vite.config.ts vite.config.js webpack.config.js rollup.config.js next.config.js angular.json',
			also: (it) =>
				/^(vite|next|nuxt|astro|parcel|ng|storybook)$/.test(it.name) && it.operands.length === 0 ? [exec(it)] : [],
		},
	),
	nodeTool('esbuild swc babel', {
		options: { ...data('--presets.x -x --extensions --ignore'), ...role('code', '--servedir') },
		config: '--config-file -C',
		loads: '--plugins --presets',
		output: '-o --out-file -d --out-dir --outfile --outdir',
	}),
	rows('turbo nx lerna', {
		input: 'data',
		options: {
			...data(
				'-F --filter --scope --concurrency --parallel -t --target --targets -p --projects --base --head -c --configuration --since --output-logs --exclude --ignore',
			),
			...role('read', '--cwd --root'),
			...role('code', '--api --token --team --runner --cache-dir'),
		},
		also: tasks,
	}),
];

/** Runners of the workspaces' scripts: every task must be a test, lint, check or build by its name. */
function tasks(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const name = verb?.text ?? '';
	if (it.name === 'lerna' && name === 'exec') return [exec(it, 'lerna exec'), { find: 'command', words: rest }];
	const isMany = /^(run-many|affected)$/.test(name);
	const named = taskNames(it, isMany);
	const script = [it.name, name, ...(isMany ? [] : rest.map((word) => word.text))].join(' ').trim();
	const definedIn = definitionOf(it.scope, ['turbo.json', 'nx.json', 'lerna.json', 'package.json']);
	const areOwn =
		named.length > 0 &&
		areProjectKinds(named, (task) => isProjectKind(task.replace(/^[@\w/-]+[:#]/, '')) && !isActing(task));
	return areOwn && definedIn !== undefined
		? [...ownTool(it, { script, definedIn }), ...handedOn(it.words, script, it)]
		: [exec(it, isMany ? `${it.name} ${name}` : script)];
}

function taskNames(it: Invocation, isMany: boolean): Invocation['operands'] {
	const [verb, ...rest] = it.operands;
	const targets = it
		.values('-t', '--target', '--targets')
		.flatMap((word) => word.text.split(',').map((text) => ({ ...word, ...constant(text), known: word.known })));
	if (isMany) return targets.length === 0 ? [] : [...targets, ...rest];
	if (verb?.text === 'run') return it.name === 'nx' ? rest.slice(0, 1) : rest;
	if (it.name === 'lerna') return [];
	return it.name === 'nx' ? it.operands.slice(0, 1) : it.operands;
}
