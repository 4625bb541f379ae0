/** One line that a search found. */
export interface Match {
	/** The path relative to the root of the checkout. */
	readonly path: string;
	readonly line: number;
	readonly text: string;
}

const mostLines = 300;
const longestLine = 400;

/**
 * Parses the output of ripgrep and `git grep` with `--null`. The matches are sorted by path and line. Only a NUL marks the end of a path,
 * because names may contain colons and line feeds. Messages about binary files have no NUL and are dropped.
 */
export function parseMatches(output: string): readonly Match[] {
	const matches: Match[] = [];
	for (const [, said = '', line = '', text = ''] of output.matchAll(/([^\0]+)\0(\d+)[:\0](.*)(?:\n|$)/g)) {
		const path = said.replace(/^(?:.*: binary file matches \(.*\)\n|Binary file .* matches\n)+/, '');
		matches.push({ path: path.replace(/^\.\//, ''), line: Number(line), text });
	}
	return matches.sort((a, b) => byCodeUnit(a.path, b.path) || a.line - b.line);
}

/** Returns the text for the model: the first matches, and how many are left out. */
export function renderMatches(
	matches: readonly Match[],
	{ cut, without }: { readonly cut: boolean; readonly without: number },
): string {
	const lines = matches.slice(0, mostLines).map(renderMatch);
	const leftOut = `${without === 1 ? '1 file that holds credentials, by its name, was' : `${without} files that hold credentials, by their names, were`} not searched`;
	const notes = [
		...(matches.length === 0 ? ['No line matches.'] : []),
		...(cut || matches.length > mostLines
			? [`[only the first ${lines.length} matches are shown; name a folder, a glob or a longer pattern]`]
			: []),
		...(without > 0 ? [`[${leftOut}]`] : []),
	];
	return [...lines, ...notes].join('\n');
}

function renderMatch({ path, line, text }: Match): string {
	const shown = `${/[\n\r]/.test(path) ? JSON.stringify(path) : path}:${line}:${text}`;
	return shown.length > longestLine ? `${shown.slice(0, longestLine)}[…]` : shown;
}

function byCodeUnit(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
