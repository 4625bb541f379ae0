import type { Usage } from '../core/index.ts';

/** No reply has more tokens: a larger count is none. */
const most = 1_000_000_000;

/**
 * What a server says that a reply cost, where that can be: what is less than nothing, no number, or nothing for a prompt would give away the
 * caps. In its place stands an estimate.
 */
export function soundUsage(told: Usage, estimated: Usage): Usage {
	const { input, output, cached, written } = told;
	if (!isCount(input) || input === 0) return estimated;
	return {
		input,
		output: isCount(output) && (output > 0 || estimated.output === 0) ? output : estimated.output,
		cached: isCount(cached) ? Math.min(cached, input) : 0,
		...(isCount(written) ? { written } : {}),
	};
}

function isCount(told: unknown): told is number {
	return typeof told === 'number' && Number.isInteger(told) && told >= 0 && told <= most;
}
