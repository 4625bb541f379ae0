/** The longest wait of a job. A waiting job uses up minutes, so instead of a longer wait, the job ends. Milliseconds. */
export const longestPatience = 60_000;

/**
 * Returns how long GitHub asks us to wait, in milliseconds: `retry-after`, or the time until `x-ratelimit-reset` if a limit is used up. For
 * a secondary limit without a time, it returns a minute (GitHub, Best practices for using the REST API). Returns undefined if GitHub does
 * not ask for a wait.
 */
export function patienceOf(error: unknown, now: Date): number | undefined {
	const after = seconds(error, 'retry-after');
	if (after !== undefined) return after * 1000;
	const reset = headerOf(error, 'x-ratelimit-remaining') === '0' ? seconds(error, 'x-ratelimit-reset') : undefined;
	// The header has whole seconds, so the next second is certainly after the reset.
	if (reset !== undefined) return Math.max(1000, (reset + 1) * 1000 - now.getTime());
	return isSecondaryLimit(error) ? longestPatience : undefined;
}

/** Returns a header of GitHub's answer in a thrown error. */
export function headerOf(error: unknown, name: string): unknown {
	const response = error instanceof Error && 'response' in error ? error.response : undefined;
	const headers =
		typeof response === 'object' && response !== null && 'headers' in response ? response.headers : undefined;
	return typeof headers === 'object' && headers !== null ? (headers as Record<string, unknown>)[name] : undefined;
}

function seconds(error: unknown, name: string): number | undefined {
	const value = Number(headerOf(error, name) ?? Number.NaN);
	return Number.isFinite(value) ? value : undefined;
}

function isSecondaryLimit(error: unknown): boolean {
	const isRefused = error instanceof Error && 'status' in error && (error.status === 403 || error.status === 429);
	return isRefused && /secondary rate limit/i.test(error.message);
}
