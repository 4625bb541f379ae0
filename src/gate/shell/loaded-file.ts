/** A file that is obeyed wherever it lies, by the end of a name of which the rest is not known. */
export function loadedFile(text: string): string | undefined {
	if (/\/_runner_file_commands\//.test(text)) return '$GITHUB_ENV';
	const name = /\/([\w.-]+\.pth|(?:site|user)customize\.py)$/.exec(text)?.[1];
	return name === undefined ? undefined : `~/.local/lib/python/site-packages/${name}`;
}
