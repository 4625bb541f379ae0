import { createHash } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown';
import { buildPlay } from './build-play.ts';
import { buildPlayground } from './build-playground.ts';
import {
	fromScripts,
	type JudgingScripts,
	loadedLate,
	ofProbot,
	onlyAscii,
	quickBuiltins,
	scriptEntries,
	withoutEval,
	withoutExamples,
	withoutIdentityClient,
	withoutSecondUndici,
	withoutUnusedProbot,
} from './build-plugins.ts';
import { libraries, libraryDeclarations } from './declarations.ts';

const root = join(import.meta.dirname, '..');

/** Builds everything that is committed into a folder: `dist/`, or another folder for a comparison. */
export async function build(folder: string): Promise<void> {
	rmSync(folder, { recursive: true, force: true });
	// The providers' SDKs, servers and spans are separate files, so a job loads only those that it uses.
	await bundle({ action: 'src/action.ts' }, folder, { chunks: 'action' });
	const scripts = await judgingScripts(folder);
	// The terminal and the library share their parts, and load only what a command needs.
	const output = await bundle({ cli: 'src/cli.ts', ...libraries }, folder, { chunks: 'chunks', scripts });
	refuseHeavy(output, quickStarts);
	await buildPlay(folder);
	await buildPlayground(join(folder, 'playground'));
	for (const [name, text] of libraryDeclarations()) writeFileSync(join(folder, `${name}.d.ts`), text);
}

/**
 * Builds the code for a hook call and for a line of the gate as scripts. For modules, Node's cache contains no function that was compiled
 * at its first call.
 */
async function judgingScripts(folder: string): Promise<JudgingScripts> {
	const input = Object.fromEntries(Object.entries(scriptEntries).map(([entry, { source }]) => [entry, source]));
	const bundled = await rolldown({ ...shared, input, plugins: plugins('scripts') });
	const { output } = await bundled.write({
		...written,
		dir: join(folder, 'hook'),
		format: 'cjs',
		codeSplitting: {
			groups: [{ name: 'judging', test: /src\/(commands\/hook-call|gate\/index|workspace\/local-facts)\.ts$/ }],
		},
		entryFileNames: '[name].cjs',
		chunkFileNames: '[name].cjs',
	});
	await bundled.close();
	refuseHeavy(
		output,
		Object.values(scriptEntries).map(({ source }) => source),
	);
	const texts = output.map((file) => (file.type === 'chunk' ? `${file.fileName}\n${file.code}` : '')).sort();
	const version = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
	return { folder: 'hook', version };
}

/** Large packages. Only code that reads configuration or the patterns of repositories needs them. */
const heavy = /node_modules\/(zod|yaml|re2js|octokit)\//;

/** The files that start once for each tool call: the program, its commands for a line of the gate and for a hook call, and the library. */
const quickStarts = ['src/cli.ts', 'src/commands/judging/gate.ts', 'src/commands/hook/hook-call.ts', libraries.gate];

/** Checks that quick starts load no heavy package. @throws if one of these packages is among the files that such a start loads first. */
function refuseHeavy(output: RolldownOutput['output'], starts: readonly string[]): void {
	const chunks = output.filter((file) => file.type === 'chunk');
	for (const start of starts) {
		const entry = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, start));
		if (entry === undefined) throw new Error(`No file of the bundle starts with ${start}.`);
		const loaded = new Set([entry.fileName]);
		// The loop also visits items that are added to the set during the loop.
		for (const name of loaded) {
			const chunk = chunks.find(({ fileName }) => fileName === name);
			for (const imported of chunk?.imports ?? []) loaded.add(imported);
			const slipped = chunk?.moduleIds.find((id) => heavy.test(id.replaceAll('\\', '/')));
			if (slipped !== undefined)
				throw new Error(`${start} would load ${slipped} at each start: an import leads to it.`);
		}
	}
}

// Line endings and paths must not depend on the machine that builds.
const shared = {
	platform: 'node',
	logLevel: 'warn',
	cwd: root,
	// The package's other form loads its parts with `require`, which does not exist in a bundle.
	resolve: {
		alias: { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
		// Modules are ordered by their paths. If `node_modules` is a link, its packages keep their paths, so the bundles stay the same.
		symlinks: false,
	},
} as const;
const written = { minify: true, comments: { legal: false } } as const;

function plugins(format: 'modules' | 'scripts', scripts?: JudgingScripts): Plugin[] {
	const ours = [
		withoutEval,
		withoutIdentityClient,
		withoutSecondUndici,
		withoutUnusedProbot,
		withoutExamples,
		loadedLate(format),
		quickBuiltins,
		onlyAscii,
	];
	return scripts === undefined ? ours : [fromScripts(scripts), ...ours];
}

/** The files that end the program on an old Node. They are a separate bundle, which runs before the files that such a Node cannot load. */
const firstFiles = ['src/refuse-old-node.ts', 'src/commands/doctor/node-version.ts'];
for (const file of firstFiles)
	if (!existsSync(join(root, file))) throw new Error(`The build names ${file}, which does not exist.`);
const firstModules = new RegExp(`/(${firstFiles.join('|').replaceAll('.', '\\.')})$`);

interface Shape {
	/** The folder of files that are loaded late. */
	readonly chunks: string;
	readonly scripts?: JudgingScripts;
}

async function bundle(
	input: Readonly<Record<string, string>>,
	folder: string,
	{ chunks, scripts }: Shape,
): Promise<RolldownOutput['output']> {
	const treeshake = {
		moduleSideEffects: [
			{ test: firstModules, sideEffects: true },
			{ test: ofProbot, sideEffects: false },
		],
	};
	const bundled = await rolldown({ ...shared, input, treeshake, plugins: plugins('modules', scripts) });
	const { output } = await bundled.write({
		...written,
		dir: folder,
		format: 'esm',
		codeSplitting: { groups: [{ name: 'refuse-old-node', test: firstModules }] },
		entryFileNames: '[name].js',
		chunkFileNames: `${chunks}/[name].js`,
		banner: (chunk) => (chunk.name === 'cli' && chunk.isEntry ? '#!/usr/bin/env node' : ''),
	});
	await bundled.close();
	return output;
}

if (import.meta.main) await build(join(root, 'dist'));
