/**
 * Returns a repository's paths as lines. If there are too many, it shows folders, with the number of files in each, at the deepest level
 * that fits. If even the first level is too long, it cuts the list and adds a note.
 */
export function foldedTree(tree: readonly string[], mostLines = 400): readonly string[] {
	const paths = [...tree].sort();
	if (paths.length <= mostLines) return paths;
	for (let depth = deepest(paths) - 1; depth >= 1; depth--) {
		const lines = foldedAt(paths, depth);
		if (lines.length <= mostLines) return lines;
	}
	const lines = foldedAt(paths, 1);
	const more = lines.length - mostLines;
	return [...lines.slice(0, mostLines), `[${more} more paths; list a folder to see them]`];
}

function deepest(paths: readonly string[]): number {
	return Math.max(1, ...paths.map((path) => path.split('/').length));
}

function foldedAt(paths: readonly string[], depth: number): readonly string[] {
	const lines = new Map<string, number>();
	for (const path of paths) {
		const parts = path.split('/');
		const line = parts.length <= depth ? path : `${parts.slice(0, depth).join('/')}/`;
		lines.set(line, (lines.get(line) ?? 0) + 1);
	}
	return [...lines].map(([line, files]) => (line.endsWith('/') ? `${line} [${files} files]` : line));
}
