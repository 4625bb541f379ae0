/** The oldest Node that the program runs on, as in `engines` of package.json. */
export const leastNode = 24;

/**
 * Returns the error for an older Node, on which the program would fail with an unclear error: one line for people, or JSON for a program
 * that asked for it. Undefined for a recent Node. This file imports nothing, because on an old Node other modules may fail when they load.
 */
export function oldNodeError(version: string, words: readonly string[]): string | undefined {
	if (Number.parseInt(version, 10) >= leastNode) return undefined;
	const message = `Countersign needs Node ${leastNode} or newer, but this is Node ${version}.`;
	const fix = `Install Node ${leastNode}. A checkout of Countersign has it after \`npm ci\`: node_modules/.bin/node`;
	if (words.includes('--json')) return JSON.stringify({ error: { code: 'bad-input', message, fix } });
	return `countersign: ${message} ${fix}`;
}
