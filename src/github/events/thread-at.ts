/** Returns the number of an issue or pull request from its API address. Undefined if it is now in another repository. */
export function threadAt(
	url: string,
	kind: 'issues' | 'pulls',
	{ fullName }: { readonly fullName: string },
): number | undefined {
	const [, name = '', found, number] = /\/repos\/([^/]+\/[^/]+)\/(issues|pulls)\/(\d+)$/.exec(url) ?? [];
	return name.toLowerCase() === fullName.toLowerCase() && found === kind ? Number(number) : undefined;
}
