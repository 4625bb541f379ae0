/** The page's own headings end at level 3, and HTML has six levels. */
const [first, last] = [4, 6];

/**
 * Returns the levels at which the headings of a text by others are shown. They come below the page's own headings, and none of them skips a
 * level, so the outline of the page stays valid.
 */
export function loweredLevels(levels: readonly number[]): readonly number[] {
	const open: number[] = [];
	return levels.map((level) => {
		while (open.length > 0 && (open.at(-1) ?? 0) >= level) open.pop();
		open.push(level);
		return Math.min(first + open.length - 1, last);
	});
}
