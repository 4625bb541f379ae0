/** Where GitHub sends whoever asks it for a file: hosts that a command must be allowed beside the one that it names. */
const redirects: readonly (readonly [address: RegExp, hosts: readonly string[]])[] = [
	[
		/^github\.com\/[\w.-]+\/[\w.-]+\/releases\/(download|latest\/download)\//,
		['release-assets.githubusercontent.com', 'objects.githubusercontent.com'],
	],
	[/^github\.com\/[\w.-]+\/[\w.-]+\/(archive|tarball|zipball)\//, ['codeload.github.com']],
	[/^api\.github\.com\/repos\/[\w.-]+\/[\w.-]+\/(tarball|zipball)\b/, ['codeload.github.com']],
	[/^github\.com\/[\w.-]+\/[\w.-]+\/raw\//, ['raw.githubusercontent.com']],
];

/** The hosts that an address leads to besides its own, by what the beginning of it says. */
export function usualRedirects(address: string): readonly string[] {
	return redirects.find(([pattern]) => pattern.test(address))?.[1] ?? [];
}
