import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build } from './build.ts';

const root = join(import.meta.dirname, '..');

/** Builds again in another folder, and returns the files that differ from the committed `dist/`. */
export async function staleBundles(): Promise<readonly string[]> {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-dist-'));
	try {
		await build(folder);
		const names = new Set([...filesBelow(folder), ...filesBelow(join(root, 'dist'))]);
		return [...names].filter((name) => !isSame(join(folder, name), join(root, 'dist', name)));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function filesBelow(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function isSame(a: string, b: string): boolean {
	try {
		return readFileSync(a).equals(readFileSync(b));
	} catch {
		return false;
	}
}

if (import.meta.main) {
	const stale = await staleBundles();
	for (const name of stale)
		console.error(`dist/${name} is not what the sources build to: run \`npm run build\` and commit it.`);
	process.exitCode = stale.length === 0 ? 0 : 1;
}
