import { forEachChild, type SyntaxNode } from 'unbash';

/** How many nodes may stand in one another: whoever walks them goes as deep with the stack. */
const mostNested = 1_000;

/**
 * Where the parsed text ends; a heredoc's body stands behind the statement that it belongs to. `undefined`: its nodes are nested
 * more deeply than they can be walked. Scripts inside substitutions are not looked into.
 */
export function reachOf(script: SyntaxNode): number | undefined {
	let [reach, depth, isTooDeep] = [0, 0, false];
	const visit = (node: SyntaxNode): void => {
		if (depth > mostNested) {
			isTooDeep = true;
			return;
		}
		reach = Math.max(reach, endOf(node));
		if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') return;
		depth++;
		forEachChild(node, visit);
		depth--;
	};
	visit(script);
	return isTooDeep ? undefined : reach;
}

function endOf(node: SyntaxNode): number {
	if (node.type === 'Script') return 0;
	return node.type === 'HereDoc' ? (node.closing?.end ?? node.body.end) : node.end;
}
