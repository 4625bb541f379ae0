import type { DeclaredTool, Workspace } from '../core/index.ts';
import type { AddedTool } from '../tools/index.ts';

/** The tools that a repository declares: functions that run them (`tools`), and what the gate knows about them (`facts`). */
export interface DeclaredTools {
	readonly tools: readonly AddedTool[];
	readonly facts: ReadonlyMap<string, DeclaredTool>;
	readonly warnings: readonly string[];
	/** Ends the processes of the tools and removes their files. */
	close(): void;
}

export const noTools: DeclaredTools = { tools: [], facts: new Map(), warnings: [], close: () => undefined };

/** Combines several sources of tools into one. */
export function together(all: readonly DeclaredTools[]): DeclaredTools {
	return {
		tools: all.flatMap(({ tools }) => tools),
		facts: new Map(all.flatMap(({ facts }) => [...facts])),
		warnings: all.flatMap(({ warnings }) => warnings),
		close: () => {
			for (const { close } of all) close();
		},
	};
}

/** Returns the checkout, with what the gate must know about these tools. */
export function withDeclared(workspace: Workspace, { facts }: DeclaredTools): Workspace {
	return { ...workspace, facts: { ...workspace.facts, declaredTool: (name) => facts.get(name) } };
}
