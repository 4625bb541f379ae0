import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { declarationsOf } from './declarations.ts';

const root = join(import.meta.dirname, '..');

/** gray-matter's own engines parse with js-yaml and evaluate JavaScript; ours replaces them all, so no bundle carries them. */
const withoutEval: Plugin = {
	name: 'without-eval',
	load: (id) => (id.replaceAll('\\', '/').endsWith('/gray-matter/lib/engines.js') ? 'module.exports = {};' : null),
};

interface SyntaxPart {
	readonly type?: string;
	readonly start?: number;
	readonly end?: number;
	readonly key?: { readonly name?: string };
	readonly value?: { readonly type?: string; readonly start?: number; readonly end?: number };
}

/** The examples of the gate's rows are for tests and readers: a process that judges one call must not parse them. */
const withoutExamples: Plugin = {
	name: 'without-examples',
	transform(code, id) {
		if (!id.replaceAll('\\', '/').includes('/src/gate/shell/programs/')) return null;
		const holes: (readonly [number, number])[] = [];
		const visit = (node: unknown): void => {
			if (typeof node !== 'object' || node === null) return;
			const { type, key, value } = node as SyntaxPart;
			if (type === 'Property' && key?.name === 'examples' && value?.type === 'ObjectExpression') {
				holes.push([value.start ?? 0, value.end ?? 0]);
			} else for (const child of Object.values(node)) visit(child);
		};
		visit(this.parse(code, { lang: 'ts' }));
		return holes.reverse().reduce((text, [start, end]) => `${text.slice(0, start)}{}${text.slice(end)}`, code);
	},
};

/** Builds everything that is committed into a folder: `dist/`, or wherever a check wants to compare. */
export async function build(folder: string): Promise<void> {
	rmSync(folder, { recursive: true, force: true });
	await bundle({ action: 'src/action.ts' }, folder, false);
	// The terminal and the library share their parts, and load only what a command needs.
	await bundle({ cli: 'src/cli.ts', gate: 'src/gate-library.ts' }, folder, true);
	writeFileSync(join(folder, 'gate.d.ts'), declarationsOf('src/gate-library.ts'));
}

async function bundle(input: Readonly<Record<string, string>>, folder: string, codeSplitting: boolean): Promise<void> {
	const bundled = await rolldown({
		input,
		platform: 'node',
		logLevel: 'warn',
		// Line endings and paths must not depend on the machine that builds.
		cwd: root,
		plugins: [withoutEval, withoutExamples],
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
