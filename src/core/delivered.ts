/** A git file before or after a delivery. The bytes of a link are its target. */
export interface FileState {
	readonly mode: '100644' | '100755' | '120000';
	readonly bytes: Uint8Array;
}

/** One path that a delivery changes. `before` or `after` is undefined if there is no file. */
export interface DeliveredFile {
	readonly path: string;
	readonly before: FileState | undefined;
	/** The file as the commit would contain it, which may differ from the file on the disk. */
	readonly after: FileState | undefined;
	/** A pull request hides the file's difference because of `.gitattributes`. */
	readonly isFolded?: true;
}

/** The classes of delivered files that have separate rules, with a description of each. */
export const deliveredClasses = {
	workflow: 'a workflow or an action, which runs with the rights of the repository',
	'code-owners': 'the rules about who must review which files',
	controls: 'the configuration, policies or skills of Countersign',
	'package-scripts': 'scripts that package managers and builds run automatically',
	'dependency-source': 'the places from which packages come, or their digests',
	lockfile: 'the versions of packages',
	'git-hooks': 'hooks, filters or submodules of git',
	'executed-later': 'a file that editors, containers, other CI, bots or tools execute or read as settings',
	'agent-instructions': 'instructions for agents in this repository',
	link: 'a symbolic link, or a new target of a link',
	executable: 'a file that becomes executable',
	binary: 'content that a diff does not show',
	misleading: 'a name or a text that looks like a different one',
	large: 'a very long file, or a part of a very large delivery',
	generated: 'generated, built or installed code, which is hard to review',
	'deleted-in-number': 'one of many deleted files',
	ordinary: 'an ordinary file',
} as const;

export type DeliveredClass = keyof typeof deliveredClasses;

/** Whether a class only says that there is too much to read. If a class is missing here, the code does not compile. */
export const isBulkClass: Readonly<Record<DeliveredClass, boolean>> = {
	workflow: false,
	'code-owners': false,
	controls: false,
	'package-scripts': false,
	'dependency-source': false,
	lockfile: false,
	'git-hooks': false,
	'executed-later': false,
	'agent-instructions': false,
	link: false,
	executable: false,
	binary: false,
	misleading: false,
	large: true,
	generated: true,
	'deleted-in-number': true,
	ordinary: false,
};

/**
 * Whether files of a class change what programs do. If the run wrote such files, the request for a call that runs programs shows them. If a
 * class is missing here, the code does not compile.
 */
export const steersPrograms: Readonly<Record<DeliveredClass, boolean>> = {
	workflow: false,
	'code-owners': false,
	controls: false,
	'package-scripts': true,
	'dependency-source': true,
	lockfile: false,
	'git-hooks': true,
	'executed-later': true,
	'agent-instructions': false,
	link: true,
	executable: true,
	binary: false,
	misleading: false,
	large: false,
	generated: false,
	'deleted-in-number': false,
	ordinary: false,
};
