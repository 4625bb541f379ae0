import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import {
	loadedLate,
	onlyAscii,
	quickBuiltins,
	withoutEval,
	withoutExamples,
	withoutIdentityClient,
} from './build-plugins.ts';
import { libraries, libraryDeclarations } from './declarations.ts';

const root = join(import.meta.dirname, '..');

/** Builds everything that is committed into a folder: `dist/`, or wherever a check wants to compare. */
export async function build(folder: string): Promise<void> {
	rmSync(folder, { recursive: true, force: true });
	// The providers' SDKs, servers and spans are files of their own: a job loads those that it uses.
	await bundle({ action: 'src/action.ts' }, folder, { chunks: 'action' });
	// The terminal and the library share their parts, and load only what a command needs.
	await bundle({ cli: 'src/cli.ts', ...libraries }, folder, { chunks: 'chunks', groups });
	for (const [name, text] of libraryDeclarations()) writeFileSync(join(folder, `${name}.d.ts`), text);
}

/** What every call of the gate needs, in one file: each further one has to be found, read and linked. The door needs less. */
const groups = [
	{
		name: 'door',
		test: /src\/(core\/(errors|json|nearest-word)|commands\/(node-version|standard-streams))\.ts$/,
		priority: 2,
	},
	{ name: 'judging', test: /src\/(commands\/(gate|hook)|gate\/index|workspace\/local-facts)\.ts$/, priority: 1 },
];

interface Shape {
	/** The folder of what is loaded late. */
	readonly chunks: string;
	readonly groups?: typeof groups;
}

async function bundle(
	input: Readonly<Record<string, string>>,
	folder: string,
	{ chunks, groups }: Shape,
): Promise<void> {
	const bundled = await rolldown({
		input,
		platform: 'node',
		logLevel: 'warn',
		// Line endings and paths must not depend on the machine that builds.
		cwd: root,
		plugins: [withoutEval, withoutIdentityClient, withoutExamples, loadedLate, quickBuiltins, onlyAscii],
	});
	await bundled.write({
		dir: folder,
		format: 'esm',
		codeSplitting: groups === undefined ? true : { groups },
		minify: true,
		comments: { legal: false },
		entryFileNames: '[name].js',
		chunkFileNames: `${chunks}/[name].js`,
		banner: (chunk) => (chunk.name === 'cli' && chunk.isEntry ? '#!/usr/bin/env node' : ''),
	});
	await bundled.close();
}

if (import.meta.main) await build(join(root, 'dist'));
