/** One expression that matches where any of these does, so that a text which none of them matches, as most do, is done with at once. */
export function anyOf(sources: readonly string[], flags = ''): RegExp {
	return new RegExp(sources.length === 0 ? '(?!)' : sources.map((source) => `(?:${source})`).join('|'), flags);
}
