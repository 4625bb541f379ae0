import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown';
import {
	fromScripts,
	type JudgingScripts,
	loadedLate,
	onlyAscii,
	quickBuiltins,
	scriptEntries,
	withoutEval,
	withoutExamples,
	withoutIdentityClient,
	withoutUnusedProbot,
} from './build-plugins.ts';
import { libraries, libraryDeclarations } from './declarations.ts';

const root = join(import.meta.dirname, '..');

/** Builds everything that is committed into a folder: `dist/`, or wherever a check wants to compare. */
export async function build(folder: string): Promise<void> {
	rmSync(folder, { recursive: true, force: true });
	// The providers' SDKs, servers and spans are files of their own: a job loads those that it uses.
	await bundle({ action: 'src/action.ts' }, folder, { chunks: 'action' });
	const scripts = await judgingScripts(folder);
	// The terminal and the library share their parts, and load only what a command needs.
	await bundle({ cli: 'src/cli.ts', ...libraries }, folder, { chunks: 'chunks', groups, scripts });
	for (const [name, text] of libraryDeclarations()) writeFileSync(join(folder, `${name}.d.ts`), text);
}

/** A call of the hook and a line of the gate, as scripts: of modules Node keeps no function that was compiled when it was first called. */
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
	refuseHeavy(output);
	const texts = output.map((file) => (file.type === 'chunk' ? `${file.fileName}\n${file.code}` : '')).sort();
	const version = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
	return { folder: 'hook', version };
}

/** Packages that only the reading of configuration and foreign patterns needs. */
const heavy = /node_modules\/(zod|yaml|re2js|octokit)\//;

const judgingFiles: ReadonlySet<string> = new Set(['judging', ...Object.keys(scriptEntries)]);

/** Each call of the hook would read and compile them. @throws when one of them has slipped into what every call loads. */
function refuseHeavy(output: RolldownOutput['output']): void {
	const judging = output.flatMap((file) =>
		file.type === 'chunk' && judgingFiles.has(file.name) ? file.moduleIds : [],
	);
	const slipped = judging.find((id) => heavy.test(id.replaceAll('\\', '/')));
	if (slipped !== undefined) throw new Error(`Every call of the hook would load ${slipped}: an import leads to it.`);
}

/** What every call of the gate needs, in one file: each further one has to be found, read and linked. The door needs less. */
const groups = [
	{
		name: 'door',
		test: /src\/(core\/(errors|json|nearest-word)|commands\/(node-version|standard-streams))\.ts$/,
		priority: 2,
	},
	{ name: 'judging', test: /src\/(commands\/set-up-judging|gate\/index|workspace\/local-facts)\.ts$/, priority: 1 },
];

interface Shape {
	/** The folder of what is loaded late. */
	readonly chunks: string;
	readonly groups?: typeof groups;
	readonly scripts?: JudgingScripts;
}

// Line endings and paths must not depend on the machine that builds.
const shared = {
	platform: 'node',
	logLevel: 'warn',
	cwd: root,
	// Its other form asks for its parts by `require`, which no bundle has.
	resolve: { alias: { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') } },
} as const;
const written = { minify: true, comments: { legal: false } } as const;

function plugins(format: 'modules' | 'scripts', scripts?: JudgingScripts): Plugin[] {
	const ours = [
		withoutEval,
		withoutIdentityClient,
		withoutUnusedProbot,
		withoutExamples,
		loadedLate(format),
		quickBuiltins,
		onlyAscii,
	];
	return scripts === undefined ? ours : [fromScripts(scripts), ...ours];
}

async function bundle(
	input: Readonly<Record<string, string>>,
	folder: string,
	{ chunks, groups, scripts }: Shape,
): Promise<void> {
	const bundled = await rolldown({ ...shared, input, plugins: plugins('modules', scripts) });
	await bundled.write({
		...written,
		dir: folder,
		format: 'esm',
		codeSplitting: groups === undefined ? true : { groups },
		entryFileNames: '[name].js',
		chunkFileNames: `${chunks}/[name].js`,
		banner: (chunk) => (chunk.name === 'cli' && chunk.isEntry ? '#!/usr/bin/env node' : ''),
	});
	await bundled.close();
}

if (import.meta.main) await build(join(root, 'dist'));
