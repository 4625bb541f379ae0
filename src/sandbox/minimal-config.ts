import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The settings that git needs to read a repository's objects and refs. Any other setting may run programs or hold tokens. */
const needed = new Map([
	['objectformat', /^(sha1|sha256)$/],
	['refstorage', /^(files|reftable)$/],
]);

/** Returns a repository's configuration with only the settings about its format. */
export function minimalConfig(commonDir: string): string {
	const config = join(commonDir, 'config');
	const text = statSync(config, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(config, 'utf8') : '';
	const extensions = readExtensions(text);
	const version = extensions.length === 0 ? 0 : 1;
	const core = `[core]\n\trepositoryformatversion = ${version}\n\tfilemode = true\n\tbare = false\n`;
	return extensions.length === 0 ? core : `${core}[extensions]\n${extensions.join('')}`;
}

function readExtensions(text: string): readonly string[] {
	let section = '';
	const found: string[] = [];
	for (const line of text.split('\n')) {
		section = /^\s*\[\s*([^\]]*)\]/.exec(line)?.[1]?.trim().toLowerCase() ?? section;
		const pair = /^\s*(?:\[[^\]]*\]\s*)?([A-Za-z]+)\s*=\s*(\w+)\s*$/.exec(line);
		const [, key = '', value = ''] = pair ?? [];
		if (section === 'extensions' && needed.get(key.toLowerCase())?.test(value)) found.push(`\t${key} = ${value}\n`);
	}
	return found;
}
