/** What a runner of tasks starts under a name, as it stands in its file, and the command lines of it. */
export interface Recipe {
	readonly name: string;
	readonly text: string;
	readonly commands: readonly string[];
}
