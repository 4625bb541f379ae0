import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What stands at the top of a checkout. */
export interface StackFacts {
	/** Names of the files and folders there. */
	readonly names: ReadonlySet<string>;
	/** The text of one of the files that {@link toldBy} lists; empty where it is not there, a link, or too big to be what it says. */
	readonly text: (name: string) => string;
}

/** Files whose text tells how a project is built and tested. */
const toldBy = ['package.json', 'pyproject.toml', 'Cargo.toml', 'Makefile', '.gitattributes'] as const;

const mostBytes = 1_048_576;

/** Looks at the top of a checkout. Nothing of it is run, and no link is followed. */
export function readStackFacts(root: string): StackFacts {
	const names = new Set(readdirSync(root));
	const texts = new Map(
		toldBy.filter((name) => names.has(name)).map((name) => [name as string, textOf(join(root, name))]),
	);
	return { names, text: (name) => texts.get(name) ?? '' };
}

function textOf(path: string): string {
	const stat = lstatSync(path);
	return stat.isFile() && stat.size <= mostBytes ? readFileSync(path, 'utf8') : '';
}
