/** The most items that GitHub returns at once. */
export const pageSize = 100;

/**
 * Returns the query of the next page, from `Link: rel="next"`, or undefined after the last page. The length of a page says nothing, because
 * a short page need not be the last one (GitHub, Using pagination in the REST API). But if a full page has no header `Link` at all, the
 * next page is requested, too, because a proxy may have dropped the header.
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
