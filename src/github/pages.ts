/** The most that GitHub gives at once. */
export const pageSize = 100;

/**
 * What asks for the next page: the query of `Link: rel="next"`, whichever way GitHub counts pages; the route stays ours. Undefined after the
 * last one. A short page need not be the last one, so its length tells nothing (GitHub, Using pagination in the REST API). Where no `Link`
 * comes at all, a full page is followed: a proxy may have dropped it.
 */
export function nextPage(
	headers: object,
	data: unknown,
	query: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
	const link = 'link' in headers && typeof headers.link === 'string' ? headers.link : undefined;
	if (link === undefined) {
		const isFull = Array.isArray(data) && data.length === pageSize;
		return isFull ? { ...query, page: Number(query['page'] ?? 1) + 1 } : undefined;
	}
	const [, next] = /<([^>]+)>;\s*rel="next"/.exec(link) ?? [];
	return next === undefined || !URL.canParse(next) ? undefined : Object.fromEntries(new URL(next).searchParams);
}
