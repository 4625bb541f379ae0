/** A variable of the job that tells programs where something is installed, or which version is meant. */
export interface ToolVariable {
	readonly name: string;
	/** One path, several with `:` between them, or a version. */
	readonly kind: 'place' | 'places' | 'version';
	readonly value: string;
}

/** What a job's environment says of the programs that are installed on its machine. */
export interface ToolPlaces {
	/** The folders of its PATH, in order, as they stand there. */
	readonly path: readonly string[];
	/** The home folder of the job's user. */
	readonly home: string;
	readonly variables: readonly ToolVariable[];
}

/** The programs of the machine that every command has, beside those of the system. Everything is read-only. */
export interface Toolchain {
	/** Folders, and single programs, at their own paths. */
	readonly mounts: readonly string[];
	/** Files below the mounts that read as empty: credentials, sockets and pipes that lie beside programs. */
	readonly hidden: readonly string[];
	/** Where programs are looked for, in order, before the folders of the system. */
	readonly path: readonly string[];
	readonly variables: Readonly<Record<string, string>>;
	/** What of the job is not shown, and why. */
	readonly left: readonly { readonly place: string; readonly why: string }[];
}

/** Nothing beside the programs of the system. */
export const noToolchain: Toolchain = { mounts: [], hidden: [], path: [], variables: {}, left: [] };
