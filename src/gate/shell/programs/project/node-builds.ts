import { isCredential } from '../../../sensitive.ts';
import { definitionOf, isActing, isProjectKind } from '../../declared.ts';
import { empties } from '../../emptied.ts';
import { data, exec, type Finding, type Invocation, opaque, type Program, role, rows, secret } from '../../program.ts';
import { outputs, pathOf, runsFile } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { ownTool } from '../project-script.ts';
import { compiledOrFed } from './compiled.ts';
import { handedOn } from './handed-on.ts';
import { nodeTool } from './node-tool.ts';
import { outside } from './operands.ts';
import { copiedWhole, overwritten } from './overwritten.ts';
import { endings } from './rewrites.ts';
import { areProjectKinds } from './tool.ts';

const bundler = (
	names: string,
	also: (it: Invocation) => readonly Finding[],
	config = '-c --config --config-name',
): Program =>
	nodeTool(names, {
		options: {
			...data(
				'--mode --target --format -f --configuration --base --name -n -i --input --environment --logLevel -l --stats --devtool --node-env --external -e --globals -g --interop --exports --noExternal --platform --assetsInlineLimit --base-href --deploy-url --locale --localize --project --experimental-build-mode --ssl --tsconfig --log-level',
			),
			...role('shell', '--onSuccess'),
			...role('code', '--node-options --plugin -p'),
		},
		flags:
			'--minify --sourcemap --watch -w -m --progress --no-progress --no-devtool --fail-on-warnings --disable-interpret --no-stats --profile --treeshake --no-treeshake --compact --failAfterWarnings --dts --clean --splitting --no-splitting --emptyOutDir --force --debug --no-lint --turbo --turbopack --webpack --no-mangling --prod --production --aot --source-map --ci --stats-json --no-minify --no-source-maps --no-optimize --no-scope-hoist --no-cache --no-autoinstall --ssr --manifest --clearScreen --modern --legacy --verbose --analyze',
		config,
		output: '--output --dir --file --metafile --statsfile --profile-output',
		empties: '--outDir --out-dir -d --output-dir --dist-dir -o --output-path --outputPath --out --dest --cache-dir',
		verbs:
			/^(build|b|bundle|lint|test(:\w+)?|check|typecheck|generate|sync|prepare|info|e2e|[\w./-]+\.[cm]?[jt]sx?)$|^$/,
		changes: fixes,
		files: endings.scripts,
		home: 'vite.config.ts vite.config.js webpack.config.js rollup.config.js next.config.js angular.json',
		also: (it) => [
			...also(it),
			// Threat: the bundle contains the whole input, and goes to the output.
			...outside(
				it.values('-i', '--input').flatMap((word) => [word, constant(word.text.replace(/^[^=]*=/, ''))]),
				it,
			),
			// For a linter, this option names the module that prints the results.
			...it
				.values('-f', '--format')
				.filter(({ text }) => /[./]/.test(text))
				.flatMap((word) => runsFile(word, it.scope)),
		],
	});

/** `ng generate` writes sources, and runs a generator of any package. For other bundlers, `generate` is a build. */
function isGenerator({ name, operands: [verb] }: Invocation): boolean {
	return name === 'ng' && /^(generate|g)$/.test(verb?.text ?? '');
}

/** Whether a bundler starts its linter so that it changes files. The linter of Vue does so by itself. */
function fixes(it: Invocation): boolean {
	if (it.operands[0]?.text !== 'lint') return false;
	return it.name === 'vue-cli-service' ? !it.has('--no-fix') : it.has('--fix');
}

const buildFlags =
	'--bundle --sourcemap --source-maps -s --minify --minify-whitespace --minify-identifiers --minify-syntax --splitting --keep-names --watch -w -D --copy-files --no-copy-ignored --include-dotfiles --keep-file-extension --no-babelrc --no-swcrc --no-comments --minified --retain-lines --relative --skip-initial-build --strip-leading-paths --sync --log-watch-compilation --analyze --allow-overwrite --preserve-symlinks';

/** Builds for Node, and tools that run tasks in workspaces. */
export const nodeBuilds = (): readonly Program[] => [
	bundler('webpack', () => [], '-c --config --config-name -e --extends'),
	bundler(
		'rollup rolldown tsup tsdown nuxi react-scripts vue-cli-service svelte-kit gatsby docusaurus unbuild ncc',
		() => [],
	),
	// Without a verb, these programs start a server.
	bundler('vite next nuxt astro parcel ng storybook', (it) =>
		it.operands.length === 0 || isGenerator(it) ? [exec(it)] : [],
	),
	nodeTool('esbuild swc babel', {
		options: {
			...data(
				'--presets.x -x --extensions --ignore --only --target --format --platform --loader --outbase --external --define --log-level --jsx --jsx-factory --jsx-import-source --legal-comments --packages --main-fields --conditions --charset --global-name --drop --pure --supported --tree-shaking --banner --footer --out-file-extension --env-name --root-mode --source-type --compact --log-limit --resolve-extensions',
			),
			...role('flag', buildFlags),
			// These values are appended to the output folder unchanged, or name code.
			...role('code', '--servedir --entry-names --chunk-names --asset-names --inject --alias --serve --root'),
		},
		config: '--config-file -C',
		loads: '--plugins --presets',
		output: '-o --out-file -d --out-dir --outfile --outdir --metafile --mangle-cache --source-map-target',
		also: (it) => [...builtFiles(it), ...compiledOrFed(it)],
	}),
	workspaceRunner('turbo', { verbs: runs, named: (operands) => operands }),
	workspaceRunner('nx', { verbs: (rest) => rest.slice(0, 1), named: (operands) => operands.slice(0, 1) }),
	workspaceRunner('lerna', {
		verbs: runs,
		named: () => [],
		executes: true,
	}),
];

/** Judges a tree that is copied with its names, an entry with its own output name (`out=in`), and a folder that is emptied first. */
function builtFiles(it: Invocation): readonly Finding[] {
	const folders = it.values('-d', '--out-dir', '--outdir');
	const isCopied = it.has('--copy-files', '-D', '--include-dotfiles');
	const copied = folders.filter((word) => isCopied && pathOf(word, it.scope) === '.');
	const entries = it.operands.flatMap(({ text }) => /^([^=\s]+)=./.exec(text)?.[1] ?? []);
	const into = folders.at(-1)?.text ?? '.';
	return [
		...it.words.flatMap((word) => colonOption(word, it)),
		...(isCopied ? copiedWhole(it) : []),
		...overwritten(folders, it),
		...copied.map((): Finding => opaque('files that are copied beside those of the project')),
		...entries.flatMap((name) => outputs(constant(`${into}/${name}`), it.scope)),
		...(it.has('--delete-dir-on-start') ? folders.flatMap((word) => empties(word, it.scope)) : []),
	];
}

/** Judges options of esbuild with a colon, such as `--loader:.env=text`, which puts the text of such files into the bundle. */
function colonOption({ text }: Word, it: Invocation): readonly Finding[] {
	const [, name = '', value = ''] = /^--([\w-]+)[:=](.*)$/s.exec(text) ?? [];
	if (name === 'inject') return outside([constant(value)], it);
	if (name === 'alias') return outside([constant(value.replace(/^[^=]*=/, ''))], it);
	const ends = /^(loader|resolve-extensions)$/.test(name) ? value.replace(/=.*$/s, '').split(',') : [];
	return ends.filter((end) => isCredential(`x${end}`)).map(() => secret(text));
}

/** Describes a tool that runs scripts of workspaces. */
interface RunnerSpec {
	/** Returns the tasks after the verb `run`. */
	readonly verbs: (rest: Invocation['operands']) => Invocation['operands'];
	/** Returns the tasks among the operands if the verb is not `run`. */
	readonly named: (operands: Invocation['operands']) => Invocation['operands'];
	/** The verb `exec` runs any command. */
	readonly executes?: true;
}

const runs = (rest: Invocation['operands']): Invocation['operands'] => rest;

function workspaceRunner(name: string, spec: RunnerSpec): Program {
	return rows(name, {
		input: 'handed',
		options: {
			...data(
				'-F --filter --scope --concurrency --parallel -t --target --targets -p --projects --base --head -c --configuration --since --output-logs --exclude --ignore --log-order --log-prefix --ui --dry --env-mode --output-style --outputStyle --files --maxParallel',
			),
			...role(
				'flag',
				'-v --no-cache --force -f --continue --dry-run --verbose --skip-nx-cache --skipNxCache --no-daemon --only --affected --no-cloud --nxBail --nx-bail --stream --no-bail --no-prefix --no-sort --include-dependencies --summarize --no-deps --framework-inference --all --plan --batch --uncommitted --untracked --coverage --codeCoverage --watch --ci --prod --skip-sync --no-color --color --quiet --silent --help --version',
			),
			...role('read', '--cwd --root'),
			...role('output', '--anon-profile --profile-location --file --outputFile --outputPath'),
			...role('code', '--api --token --team --runner --cache-dir'),
		},
		also: (it) => tasks(it, spec),
	});
}

/** Judges a call that runs tasks. Every task must be a test, lint, check or build by its name. */
function tasks(it: Invocation, spec: RunnerSpec): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const name = verb?.text ?? '';
	if (spec.executes && name === 'exec') return [exec(it, `${it.name} exec`), { find: 'command', words: rest }];
	const isMany = /^(run-many|affected)$/.test(name);
	const named = taskNames(it, spec, isMany);
	const script = [it.name, name, ...(isMany ? [] : rest.map((word) => word.text))].join(' ').trim();
	const definedIn = definitionOf(it.scope, ['turbo.json', 'nx.json', 'lerna.json', 'package.json']);
	const areOwn =
		named.length > 0 &&
		areProjectKinds(named, (task) => isProjectKind(task.replace(/^[@\w/-]+[:#]/, '')) && !isActing(task));
	return areOwn && definedIn !== undefined
		? [...ownTool(it, { script, definedIn }), ...handedOn(it.words, script, it)]
		: [exec(it, isMany ? `${it.name} ${name}` : script)];
}

function taskNames(it: Invocation, spec: RunnerSpec, isMany: boolean): Invocation['operands'] {
	const [verb, ...rest] = it.operands;
	const targets = it
		.values('-t', '--target', '--targets')
		.flatMap((word) => word.text.split(',').map((text) => ({ ...word, ...constant(text), known: word.known })));
	if (isMany) return targets.length === 0 ? [] : [...targets, ...rest];
	return verb?.text === 'run' ? spec.verbs(rest) : spec.named(it.operands);
}
