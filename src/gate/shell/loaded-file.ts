/** Returns the name of a file that programs load from any folder; undefined for other files. Only the end of the path must be known. */
export function loadedFile(text: string): string | undefined {
	if (/\/_runner_file_commands\//.test(text)) return '$GITHUB_ENV';
	const name = /\/([\w.-]+\.pth|(?:site|user)customize\.py)$/.exec(text)?.[1];
	return name === undefined ? undefined : `~/.local/lib/python/site-packages/${name}`;
}
