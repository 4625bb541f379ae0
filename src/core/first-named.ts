/** Returns the first names of a list, and how many more there are: `a, b and 3 more`. `unlisted` counts further names that are not known. */
export function firstNamed(names: readonly string[], most = 5, unlisted = 0): string {
	const count = Math.max(0, names.length - most) + unlisted;
	return `${names.slice(0, most).join(', ')}${count > 0 ? ` and ${count} more` : ''}`;
}
