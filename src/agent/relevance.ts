/** Words that every English text contains. */
export const stopWords: ReadonlySet<string> = new Set(
	(
		'an and are as at be been but by can could do does for from had has have how if in into is it its me my not of on or our please ' +
		'should so that the their them then there this to us was we what when which will with would you your'
	).split(' '),
);

/** The most keywords. The number is from the later code of the seed project. */
const mostKeywords = 48;

/** Returns the keywords for comparing texts, in the order in which they occur (Wolffish, The Agent Pipeline: ras). */
export function keywordsOf(...texts: readonly string[]): readonly string[] {
	const found = new Set<string>();
	for (const text of texts) {
		for (const word of text.toLowerCase().split(/[^\p{L}\p{N}_]+/u)) {
			if (found.size === mostKeywords) return [...found];
			if (word.length > 1 && !stopWords.has(word)) found.add(word);
		}
	}
	return [...found];
}

/** Returns the share of the keywords that a text contains, from 0 to 1 (Wolffish, The Agent Pipeline: ras). Without keywords it is 0. */
export function relevance(keywords: readonly string[], text: string): number {
	if (keywords.length === 0) return 0;
	const lower = text.toLowerCase();
	return keywords.filter((word) => lower.includes(word)).length / keywords.length;
}
