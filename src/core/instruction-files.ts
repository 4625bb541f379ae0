interface InstructionFile {
	/** Where the file may be. The first path that exists is used. */
	readonly paths: readonly string[];
	/** Agents follow the file, so if a delivery changes it, it has the class `agent-instructions`. */
	readonly isForAgents: boolean;
	/** `@path` in the file imports the text of another file. */
	readonly imports: boolean;
}

/** Files of a repository with instructions for agents and people. The model reads them in this order. */
export const instructionFiles: readonly InstructionFile[] = [
	{ paths: ['AGENTS.md'], isForAgents: true, imports: false },
	{ paths: ['CLAUDE.md', '.claude/CLAUDE.md'], isForAgents: true, imports: true },
	{ paths: ['GEMINI.md'], isForAgents: true, imports: true },
	{ paths: ['.github/copilot-instructions.md'], isForAgents: true, imports: false },
	// Older forms of Cursor's rules, each a single file.
	{ paths: ['.cursorrules', '.cursor/rules'], isForAgents: true, imports: false },
	{
		paths: ['CONTRIBUTING.md', '.github/CONTRIBUTING.md', 'docs/CONTRIBUTING.md'],
		isForAgents: false,
		imports: false,
	},
];
