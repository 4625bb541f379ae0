/** One line that a search found. */
export interface Match {
	/** Relative to the root of the checkout. */
	readonly path: string;
	readonly line: number;
	readonly text: string;
}

const mostLines = 300;
const longestLine = 400;

/**
 * The matches in what ripgrep and `git grep` print with `--null`, sorted by path and line. Only a NUL tells where a path ends: names
 * may hold colons and line feeds. Remarks on binary files have none and are dropped.
 */
export function parseMatches(output: string): readonly Match[] {
	const matches: Match[] = [];
	for (const [, said = '', line = '', text = ''] of output.matchAll(/([^\0]+)\0(\d+)[:\0](.*)(?:\n|$)/g)) {
		const path = said.replace(/^(?:.*: binary file matches \(.*\)\n|Binary file .* matches\n)+/, '');
		matches.push({ path: path.replace(/^\.\//, ''), line: Number(line), text });
	}
	return matches.sort((a, b) => byCodeUnit(a.path, b.path) || a.line - b.line);
}

/** The matches for a model: the first of them, and what is not shown. */
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
