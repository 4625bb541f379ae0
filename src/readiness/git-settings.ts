import { readFileSync, statSync } from 'node:fs';

/**
 * Returns a function that reads a git configuration. It takes a key `section.key` or `section.name.key` and returns its last value.
 * Included files are not read.
 */
export function readGitSettings(file: string): (key: string) => string | undefined {
	if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return () => undefined;
	const values = new Map<string, string>();
	let section = '';
	for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
		const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:\\.|[^"])*)")?\s*\]\s*$/.exec(line);
		if (header !== null) section = [header[1]?.toLowerCase(), header[2]].filter((part) => part !== undefined).join('.');
		const pair = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(line);
		if (pair !== null) values.set(`${section}.${pair[1]?.toLowerCase()}`, (pair[2] ?? '').replace(/^"(.*)"$/, '$1'));
	}
	return (key) => values.get(key);
}
