/** A file that a visitor chose or dropped, with its path below what was chosen. */
export interface PickedFile {
	readonly path: string;
	readonly file: File;
}

/** A folder with more files is not a record of a run. */
export const mostFiles = 20_000;
