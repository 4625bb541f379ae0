import type { DeclaredTool, Workspace } from '../core/index.ts';
import type { AddedTool } from '../tools/index.ts';

/** Tools that a repository declares: what runs them, and what the gate is told of them. */
export interface DeclaredTools {
	readonly tools: readonly AddedTool[];
	readonly facts: ReadonlyMap<string, DeclaredTool>;
	readonly warnings: readonly string[];
	/** Ends and removes whatever is there for them. */
	close(): void;
}

export const noTools: DeclaredTools = { tools: [], facts: new Map(), warnings: [], close: () => undefined };

/** Several sources as one. */
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

/** The checkout, with what the gate must know of these tools. */
export function withDeclared(workspace: Workspace, { facts }: DeclaredTools): Workspace {
	return { ...workspace, facts: { ...workspace.facts, declaredTool: (name) => facts.get(name) } };
}
