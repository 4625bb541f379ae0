/**
 * Indents a JSON text, but writes every value as it was. Returns the text unchanged if it is not JSON or would be longer than `mostBytes`.
 */
export function indentedJson(text: string, mostBytes: number): string {
	if (!/^[[{]/.test(text) || !isJson(text)) return text;
	let left = mostBytes;
	let depth = 0;
	const parts: string[] = [];
	for (const [token] of text.matchAll(tokens)) {
		const closes = token === ']' || token === '}';
		if (closes) depth -= 1;
		const part = closes ? `${lineAt(depth)}${token}` : token;
		const isOpening = token === '[' || token === '{';
		if (isOpening) depth += 1;
		const after = isOpening || token === ',' ? lineAt(depth) : token === ':' ? ' ' : '';
		left -= Buffer.byteLength(part) + after.length;
		// Check the length in the loop, because the indentation of a deep value can be much longer than its content.
		if (left < 0) return text;
		parts.push(part, after);
	}
	return parts.join('');
}

/** Matches the tokens of JSON. Empty brackets are one token. */
const tokens = /"(?:[^"\\]|\\.)*"|\[\s*\]|\{\s*\}|[[\]{},:]|[^\s"[\]{},:]+/g;

function lineAt(depth: number): string {
	return `\n${'  '.repeat(depth)}`;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		// The text only begins like JSON.
		return false;
	}
}
