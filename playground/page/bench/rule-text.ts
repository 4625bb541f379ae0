const mostLines = 40;

/** Returns the text of the rule that begins at a line of a policy file, without its examples. Undefined if no rule begins there. */
export function ruleText(policy: string, line: number): string | undefined {
	const [first, ...rest] = policy.split('\n').slice(line - 1);
	const indent = /^( *)- /.exec(first ?? '')?.[1]?.length;
	if (first === undefined || indent === undefined) return undefined;
	const end = rest.findIndex((one) => one.trim() !== '' && indentOf(one) <= indent);
	const body = end === -1 ? rest : rest.slice(0, end);
	const lines = [first, ...withoutExamples(body, indent + 2)].map((one) => one.slice(indent));
	return lines.slice(0, mostLines).join('\n').trimEnd();
}

function indentOf(line: string): number {
	return line.length - line.trimStart().length;
}

/** Removes the keys `match` and `not_match` with everything below them. */
function withoutExamples(lines: readonly string[], keyIndent: number): readonly string[] {
	let isExample = false;
	return lines.filter((line) => {
		if (line.trim() !== '' && indentOf(line) <= keyIndent) isExample = /^ *(not_)?match:/.test(line);
		return !isExample;
	});
}
