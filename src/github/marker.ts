/** GitHub's own limit for a body. */
const longestBody = 65_536;

/** Our text with the hidden line by which it is found again. What does not fit is said to be missing. */
export function withMarker(body: string, marker: string): string {
	const line = `\n\n<!-- ${marker} -->`;
	const room = longestBody - line.length;
	return (body.length <= room ? body : `${cut(body, room - 80)}\n\n…the rest is in the journal of this run.`) + line;
}

/** Half a character would come back as another one, and the comment would seem changed for ever. */
function cut(text: string, length: number): string {
	return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

export function holdsMarker(body: string, marker: string): boolean {
	return body.trimEnd().endsWith(`<!-- ${marker} -->`);
}

/** The marker that a body of ours ends with. */
export function lastMarker(body: string): string | undefined {
	return /<!-- (\S+) -->\s*$/.exec(body)?.[1];
}
