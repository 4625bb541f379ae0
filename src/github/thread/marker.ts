import { CountersignError, markerIn, readMarker } from '../../core/index.ts';

/** GitHub's own limit for a body. */
const longestBody = 65_536;

/** The name of a request, in one comment or in several. */
const asking = /^countersign:request(?:-part)?:/;
/** Markers that a run uses once: its progress, and its requests. All of these comments are newer than the run. */
const ofRun = /^countersign:(?:progress|request|request-part):\d+-/;

/**
 * Adds the hidden line by which our text is found again. A text that is too long is cut, and says so. A request that waits is never cut,
 * because a person would approve what they did not see. @throws CountersignError `internal`
 */
export function withMarker(body: string, marker: string): string {
	if (isWaiting(marker) && body.length + marker.length + 11 > longestBody) throw tooLong(body.length);
	const line = `\n\n<!-- ${marker} -->`;
	const room = longestBody - line.length;
	return (body.length <= room ? body : `${cut(body, room - 80)}\n\n…the rest is in the journal of this run.`) + line;
}

function isWaiting(marker: string): boolean {
	const read = readMarker(marker);
	return asking.test(read.name) && (read.kind !== 'facts' || read.facts.state === undefined);
}

/**
 * Cuts a text, but not in the middle of a character. GitHub would change half a character, and the comment would then always look
 * changed.
 */
function cut(text: string, length: number): string {
	return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

export function isOfRun(marker: string): boolean {
	return ofRun.test(marker);
}

/** Returns the name of the marker at the end of our text. */
export function lastMarker(body: string): string | undefined {
	return markerIn(body)?.name;
}

function tooLong(length: number): CountersignError {
	return new CountersignError({
		code: 'internal',
		message: `A request for approval has ${length} characters, more than GitHub keeps, and is never cut.`,
		fix: 'Nothing was asked and nothing was done. Say so in an issue of Countersign, and let the agent take smaller steps.',
	});
}
