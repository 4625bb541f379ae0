import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** gray-matter's own engines parse with js-yaml and evaluate JavaScript; ours replaces them all, so no bundle carries them. */
const withoutEval: Plugin = {
	name: 'without-eval',
	load: (id) => (id.replaceAll('\\', '/').endsWith('/gray-matter/lib/engines.js') ? 'module.exports = {};' : null),
};

/** Builds everything that is committed into a folder: `dist/`, or wherever a check wants to compare. */
export async function build(folder: string): Promise<void> {
	rmSync(folder, { recursive: true, force: true });
	await bundle({ action: 'src/action.ts' }, folder, false);
	// The terminal and the library share their parts, and load only what a command needs.
	await bundle({ cli: 'src/cli.ts', gate: 'src/gate-library.ts' }, folder, true);
}

async function bundle(input: Readonly<Record<string, string>>, folder: string, codeSplitting: boolean): Promise<void> {
	const bundled = await rolldown({
		input,
		platform: 'node',
		logLevel: 'warn',
		// Line endings and paths must not depend on the machine that builds.
		cwd: root,
		plugins: [withoutEval],
	});
	await bundled.write({
		dir: folder,
		format: 'esm',
		codeSplitting,
		minify: true,
		comments: { legal: false },
		entryFileNames: '[name].js',
		chunkFileNames: 'chunks/[name].js',
		banner: (chunk) => (chunk.name === 'cli' && chunk.isEntry ? '#!/usr/bin/env node' : ''),
	});
	await bundled.close();
}

if (import.meta.main) await build(join(root, 'dist'));
