import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** gray-matter's own engines parse with js-yaml and evaluate JavaScript; ours replaces them all, so no bundle carries them. */
const withoutEval: Plugin = {
	name: 'without-eval',
	load: (id) => (id.replaceAll('\\', '/').endsWith('/gray-matter/lib/engines.js') ? 'module.exports = {};' : null),
};

/** Builds the bundles of the doors into a folder: `dist/`, or wherever a check wants to compare. */
export async function build(folder: string): Promise<void> {
	rmSync(folder, { recursive: true, force: true });
	for (const door of ['action', 'cli']) {
		const bundle = await rolldown({
			input: join(root, 'src', `${door}.ts`),
			platform: 'node',
			logLevel: 'warn',
			// Line endings and paths must not depend on the machine that builds.
			cwd: root,
			plugins: [withoutEval],
		});
		await bundle.write({
			file: join(folder, `${door}.js`),
			format: 'esm',
			codeSplitting: false,
			minify: true,
			comments: { legal: false },
			...(door === 'cli' ? { banner: '#!/usr/bin/env node' } : {}),
		});
		await bundle.close();
	}
}

if (import.meta.main) await build(join(root, 'dist'));
