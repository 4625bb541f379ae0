/** What a pull request would not hold, in words for the model; empty when it would hold all. */
export function leftSentence(left: readonly string[]): string {
	if (left.length === 0) return '';
	const names = left.slice(0, 10).map((path) => JSON.stringify(path));
	const more = left.length > 10 ? ` and ${left.length - 10} more` : '';
	return `\n[${names.join(', ')}${more}: left out, since new files that hold credentials, by their names, stay on this machine; people add them]`;
}
