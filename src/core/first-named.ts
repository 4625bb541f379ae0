/** Names the first of a list, and how many more there are: `a, b and 3 more`. `unlisted` are further ones whose names are not known. */
export function firstNamed(names: readonly string[], most = 5, unlisted = 0): string {
	const count = Math.max(0, names.length - most) + unlisted;
	return `${names.slice(0, most).join(', ')}${count > 0 ? ` and ${count} more` : ''}`;
}
