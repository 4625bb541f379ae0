/** The number of an issue or pull request by its address at the API; undefined where it is in another repository by now. */
export function threadAt(
	url: string,
	kind: 'issues' | 'pulls',
	{ fullName }: { readonly fullName: string },
): number | undefined {
	const [, name = '', found, number] = /\/repos\/([^/]+\/[^/]+)\/(issues|pulls)\/(\d+)$/.exec(url) ?? [];
	return name.toLowerCase() === fullName.toLowerCase() && found === kind ? Number(number) : undefined;
}
