import { forEachChild, type SyntaxNode } from 'unbash';

/** The maximum nesting depth of nodes. The code that walks them uses the stack for each level. */
const mostNested = 1_000;

/**
 * Returns the end of the parsed text, including the bodies of heredocs, which come after their statements. Returns undefined if the nodes
 * are nested too deeply to walk. Ignores scripts inside substitutions.
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
