import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.json': 'application/json',
	'.zip': 'application/zip',
};

export interface PageFile {
	readonly type: string;
	readonly bytes: Buffer;
}

/**
 * Reads the built page once. Only these files are served, by their names, so no path can lead elsewhere. @throws if the page is not built.
 */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
	const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
	return new Map(
		names.map(({ name }) => [
			name === 'index.html' ? '/' : `/${name}`,
			{ type: types[extname(name)] ?? 'application/octet-stream', bytes: readFileSync(join(folder, name)) },
		]),
	);
}
