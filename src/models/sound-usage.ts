import type { Usage } from '../core/index.ts';

/** No reply has more tokens. A larger count is invalid. */
const most = 1_000_000_000;

/**
 * The usage that a server reports, if it is possible. Otherwise an estimate replaces it. A negative count, a value that is not a number, or
 * zero for a prompt would bypass the token limits.
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
