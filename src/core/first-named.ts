/** Returns the first names of a list, and how many more there are: `a, b and 3 more`. */
export function firstNamed(names: readonly string[], most = 5): string {
	const more = names.length > most ? ` and ${names.length - most} more` : '';
	return `${names.slice(0, most).join(', ')}${more}`;
}
