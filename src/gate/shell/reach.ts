import { forEachChild, type SyntaxNode } from 'unbash';

/** How many nodes may stand in one another: whoever walks them goes as deep with the stack. */
const mostNested = 1_000;

/**
 * Where the parsed text ends; a heredoc's body stands behind the statement that it belongs to. `undefined`: its nodes are nested
 * more deeply than they can be walked. Scripts inside substitutions are not looked into.
 */
export function reachOf(script: SyntaxNode): number | undefined {
	let reach = 0;
	let nodes: SyntaxNode[] = [script];
	for (let depth = 0; nodes.length > 0; depth++) {
		if (depth > mostNested) return undefined;
		const inner: SyntaxNode[] = [];
		for (const node of nodes) {
			reach = Math.max(reach, endOf(node));
			if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') continue;
			forEachChild(node, (child) => {
				inner.push(child);
			});
		}
		nodes = inner;
	}
	return reach;
}

function endOf(node: SyntaxNode): number {
	if (node.type === 'Script') return 0;
	return node.type === 'HereDoc' ? (node.closing?.end ?? node.body.end) : node.end;
}
