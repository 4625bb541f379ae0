/** A variable of the job that says where a program is installed, or which version to use. */
export interface ToolVariable {
	readonly name: string;
	/** One path, several paths separated by `:`, or a version. */
	readonly kind: 'place' | 'places' | 'version';
	readonly value: string;
}

/** What a job's environment says about the programs on its machine. */
export interface ToolPlaces {
	/** The folders of its PATH, in order and unchanged. */
	readonly path: readonly string[];
	/** The home folder of the job's user. */
	readonly home: string;
	readonly variables: readonly ToolVariable[];
}

/** The programs of the machine that every command can use, in addition to the system's programs. Everything is read-only. */
export interface Toolchain {
	/** Folders and single programs, at their own paths. */
	readonly mounts: readonly string[];
	/** Files below the mounts that appear empty: credentials, sockets and pipes next to programs. */
	readonly hidden: readonly string[];
	/** The folders in which programs are searched, in order, before the system's folders. */
	readonly path: readonly string[];
	readonly variables: Readonly<Record<string, string>>;
	/** The parts of the job's environment that are left out, and why. */
	readonly left: readonly { readonly place: string; readonly why: string }[];
}

/** No programs except the system's. */
export const noToolchain: Toolchain = { mounts: [], hidden: [], path: [], variables: {}, left: [] };
