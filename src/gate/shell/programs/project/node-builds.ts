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
			examples: {
				'vite build': ['exec.project vite build'],
				webpack: ['exec.project webpack'],
				'vite dev': ['exec vite dev'],
				'vite build -c ./evil.js': ['exec evil.js', 'exec.project vite build'],
				"tsup --onSuccess 'rm a'": ['exec.project tsup', 'delete a'],
				'vite build --outDir /srv/www': ['exec.project vite build', 'delete /srv/www recursive'],
				'vite build --outDir src': ['exec.project vite build', 'delete src recursive'],
				'webpack serve': ['exec webpack serve'],
			},
		},
	),
	nodeTool('esbuild swc babel', {
		options: { ...data('--presets.x -x --extensions --ignore'), ...role('code', '--servedir') },
		config: '--config-file -C',
		loads: '--plugins --presets',
		output: '-o --out-file -d --out-dir --outfile --outdir',
		examples: {
			'esbuild src/a.ts --bundle --outfile=dist/a.js': ['exec.project esbuild'],
			'babel src -d lib': ['exec.project babel'],
			'babel --plugins ./x.js src': ['exec x.js', 'exec.project babel'],
			'esbuild a.ts --outfile=/etc/x': ['exec.project esbuild', 'config.write /etc/x'],
		},
	}),
	rows('turbo nx lerna', {
		options: {
			...data(
				'-F --filter --scope --concurrency --parallel -t --target --targets -p --projects --base --head -c --configuration --since --output-logs --exclude --ignore',
			),
			...role('read', '--cwd --root'),
			...role('code', '--api --token --team --runner --cache-dir'),
		},
		also: tasks,
		examples: {
			'turbo run test lint': ['exec.project turbo run test lint'],
			'turbo build --filter=web': ['exec.project turbo build'],
			'nx test web': ['exec.project nx test web'],
			'nx run web:build': ['exec.project nx run web:build'],
			'nx run-many -t test lint': ['exec.project nx run-many'],
			'turbo run deploy': ['exec turbo run deploy'],
			'nx run web:deploy': ['exec nx run web:deploy'],
			'lerna publish': ['exec lerna publish'],
			'lerna exec -- rm -rf dist': ['exec lerna exec', 'delete dist recursive'],
			'nx affected -t deploy': ['exec nx affected'],
		},
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
