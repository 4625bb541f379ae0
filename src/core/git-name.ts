/** Characters that HFS+ leaves out when it compares names. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether some file system takes this name of a file or folder for `.git`. Threat: `.git./config`, `GIT~1/config` (NTFS) and `.g<ZWJ>it/config`
 * (HFS+) are harmless on Linux, and replace the configuration of git where somebody else checks them out.
 */
export function isGitName(name: string): boolean {
	// On Windows a backslash ends a name, a colon begins that of a stream, and dots and blanks at the end are dropped.
	return name.split('\\').some((part) => {
		const [stem = ''] = part.replace(ignoredByHfs, '').toLowerCase().split(':');
		return /^(\.git|git~\d+)[. ]*$/.test(stem);
	});
}

/** Whether a path leads into git's own folder, on whatever file system. */
export function leadsIntoGit(path: string): boolean {
	return path.split('/').some(isGitName);
}

/** The path with `.git` in place of every name that some file system takes for it. */
export function withGitNames(path: string): string {
	return leadsIntoGit(path)
		? path
				.split('/')
				.map((name) => (isGitName(name) ? '.git' : name))
				.join('/')
		: path;
}
