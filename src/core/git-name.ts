/** Characters that HFS+ ignores when it compares names. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Returns whether some file system treats this name as `.git`. Threat: `.git./config`, `GIT~1/config` (NTFS) and `.g<ZWJ>it/config` (HFS+)
 * are harmless on Linux. On another computer, a checkout of such a file replaces the configuration of git.
 */
export function isGitName(name: string): boolean {
	// On Windows, a backslash ends a name, a colon begins the name of a stream, and dots and spaces at the end are dropped.
	return name.split('\\').some((part) => {
		const [stem = ''] = part.replace(ignoredByHfs, '').toLowerCase().split(':');
		return /^(\.git|git~\d+)[. ]*$/.test(stem);
	});
}

/** Returns whether a path leads into git's own folder, on any file system. */
export function leadsIntoGit(path: string): boolean {
	return path.split('/').some(isGitName);
}

/** Returns the path with `.git` in place of every name that some file system treats as `.git`. */
export function withGitNames(path: string): string {
	return leadsIntoGit(path)
		? path
				.split('/')
				.map((name) => (isGitName(name) ? '.git' : name))
				.join('/')
		: path;
}
