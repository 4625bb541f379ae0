import type { Function as FunctionNode, SyntaxNode } from 'unbash';

/**
 * Returns whether each call of a function certainly starts it at least twice, and does not wait for the first one. So the number of
 * processes doubles until the machine fails. A function that starts itself once, or only in a branch, may end.
 */
export function multiplies({ name, body }: FunctionNode): boolean {
	return startsOf(name.value, body) > 1;
}

/** Counts the certain calls of the function by its body that the shell does not wait for. An endless loop counts as two calls. */
function startsOf(name: string, node: SyntaxNode): number {
	switch (node.type) {
		case 'BraceGroup':
		case 'Subshell':
			return startsOf(name, node.body);
		case 'CompoundList':
			return node.commands.reduce((count, one) => count + startsOf(name, one), 0);
		case 'Statement':
			return node.background === true && calls(name, node.command) ? 1 : startsOf(name, unwrapped(node.command));
		case 'While':
			return node.kind === 'while' && isEndless(node.clause) && startsOf(name, node.body) > 0 ? 2 : 0;
		default:
			return 0;
	}
}

function unwrapped(node: SyntaxNode): SyntaxNode {
	const [only, ...others] = node.type === 'Pipeline' ? node.commands : [];
	return only !== undefined && others.length === 0 ? only : node;
}

function calls(name: string, node: SyntaxNode): boolean {
	const command = unwrapped(node);
	return command.type === 'Command' && command.name?.text === name;
}

/** `while :` and `while true` */
function isEndless({ commands: [only, ...others] }: { readonly commands: readonly SyntaxNode[] }): boolean {
	const command = only?.type === 'Statement' ? unwrapped(only.command) : undefined;
	return others.length === 0 && command?.type === 'Command' && /^(:|true)$/.test(command.name?.text ?? '');
}
