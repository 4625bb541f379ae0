import { CountersignError } from '../../core/index.ts';

/** The oldest Node that the program runs on, as in `engines` of package.json. */
export const leastNode = 24;

/**
 * Requires a recent Node. @throws CountersignError `bad-input` on an older Node, on which the program would fail with an unclear error.
 */
export function requireNode(version: string): void {
	if (Number.parseInt(version, 10) >= leastNode) return;
	throw new CountersignError({
		code: 'bad-input',
		message: `Countersign needs Node ${leastNode} or newer, but this is Node ${version}.`,
		fix: 'Install it, or run `npx countersign` in a folder where `npm ci` installed it.',
	});
}
