import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InputOptions, rolldown } from 'rolldown';
import { contentPolicy } from '../playground/content-policy.ts';
import { withoutExamples } from './build-plugins.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'playground', 'page');

/** The replacements for modules of Node that pure rooms use. */
const nodeParts = join(page, 'node');

/** The build options that turn the page, and the pure rooms that it uses, into files for a browser. */
export const forBrowser = {
	platform: 'browser',
	logLevel: 'warn',
	cwd: root,
	resolve: {
		symlinks: false,
		alias: {
			'node:path': join(nodeParts, 'path.ts'),
			'node:crypto': join(nodeParts, 'crypto.ts'),
			// The version for browsers needs a document, and a worker has none.
			'decode-named-character-reference': join(root, 'node_modules', 'decode-named-character-reference', 'index.js'),
		},
	},
	transform: { inject: { Buffer: [join(nodeParts, 'buffer.ts'), 'Buffer'] } },
	moduleTypes: { '.yml': 'text' },
	plugins: [withoutExamples],
	tsconfig: join(page, 'tsconfig.json'),
} as const satisfies InputOptions;

/** Builds the page of the playground: files that a server or any host of static files can serve. */
export async function buildPlayground(folder: string): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const bundled = await rolldown({
		...forBrowser,
		input: {
			page: join(page, 'page.tsx'),
			'gate-worker': join(page, 'bench', 'worker.ts'),
			'markdown-worker': join(page, 'parts', 'markdown-worker.ts'),
			'record-worker': join(page, 'explorer', 'record-worker.ts'),
		},
	});
	await bundled.write({
		dir: folder,
		format: 'esm',
		minify: true,
		comments: { legal: false },
		entryFileNames: '[name].js',
		chunkFileNames: '[name].js',
	});
	await bundled.close();
	const html = readFileSync(join(page, 'index.html'), 'utf8');
	writeFileSync(join(folder, 'index.html'), html.replace('CONTENT_POLICY', contentPolicy));
	writeFileSync(join(folder, 'page.css'), styleSheets().join('\n'));
}

/** `page.css` first, then one sheet for each part. */
function styleSheets(): readonly string[] {
	const sheets = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
	const order = (name: string): string => (name === 'page.css' ? '' : name);
	return sheets
		.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
		.map((name) => readFileSync(join(page, name), 'utf8'));
}

if (import.meta.main) await buildPlayground(process.argv[2] ?? join(root, 'dist', 'playground'));
