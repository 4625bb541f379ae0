/** A recipe of a task runner: its name, its text in the file, and its command lines. */
export interface Recipe {
	readonly name: string;
	readonly text: string;
	readonly commands: readonly string[];
}
