/** The hosts to which GitHub redirects downloads. A command needs access to them in addition to the host in its URL. */
const redirects: readonly (readonly [address: RegExp, hosts: readonly string[]])[] = [
	[
		/^github\.com\/[\w.-]+\/[\w.-]+\/releases\/(download|latest\/download)\//,
		['release-assets.githubusercontent.com', 'objects.githubusercontent.com'],
	],
	[/^github\.com\/[\w.-]+\/[\w.-]+\/(archive|tarball|zipball)\//, ['codeload.github.com']],
	[/^api\.github\.com\/repos\/[\w.-]+\/[\w.-]+\/(tarball|zipball)\b/, ['codeload.github.com']],
	[/^github\.com\/[\w.-]+\/[\w.-]+\/raw\//, ['raw.githubusercontent.com']],
];

/** Returns the additional hosts of an address, by its beginning. */
export function usualRedirects(address: string): readonly string[] {
	return redirects.find(([pattern]) => pattern.test(address))?.[1] ?? [];
}
