/** Returns the known word that is nearest to a misspelled one, or undefined if none is near enough. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
	const near = known
		.map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
		.filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
		.sort((a, b) => a.distance - b.distance);
	return near[0]?.candidate;
}

function editDistance(a: string, b: string): number {
	// A word of thousands of characters is not a misspelling, and the comparison would take quadratic time.
	if (Math.abs(a.length - b.length) > 20) return Number.POSITIVE_INFINITY;
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
