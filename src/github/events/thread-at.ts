/** Returns the number in the API address of an issue or pull request, or undefined if the address is in another repository. */
export function threadAt(
	url: string,
	kind: 'issues' | 'pulls',
	{ fullName }: { readonly fullName: string },
): number | undefined {
	const [, name = '', found, number] = /\/repos\/([^/]+\/[^/]+)\/(issues|pulls)\/(\d+)$/.exec(url) ?? [];
	return name.toLowerCase() === fullName.toLowerCase() && found === kind ? Number(number) : undefined;
}
