import { CountersignError, markerIn, readMarker } from '../../core/index.ts';

/** GitHub's limit for the text of a comment, an issue or a pull request. Characters. */
const longestBody = 65_536;

/** Matches the name of a request's marker. A request can have several comments. */
const asking = /^countersign:request(?:-part)?:/;
/**
 * Matches the markers of comments that only one run writes: its progress and its requests. All of these comments are newer than the run.
 */
const ofRun = /^countersign:(?:progress|request|request-part):\d+-/;

/**
 * Returns our text with the hidden line by which we find it again. A text that is too long is cut, and says so. An open request is never
 * cut, because a person would approve something that they did not see. @throws CountersignError `internal`
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
 * Cuts a text, but not in the middle of a character. GitHub would replace half a character, so we would always find another text than the
 * one that we wrote.
 */
function cut(text: string, length: number): string {
	return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

export function isOfRun(marker: string): boolean {
	return ofRun.test(marker);
}

/** Returns the name of the marker at the end of a text, or undefined if there is none. */
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
