import { CountersignError } from '../core/index.ts';

/** GitHub's own limit for a body. */
const longestBody = 65_536;

/** A request that waits for an answer, in one comment or in several. One that is decided says so. */
const asking = /^countersign:request(?:-part)?:/;
/** What a run says once: its progress, and what it asks. All of it was said after the run began. */
const ofRun = /^countersign:(?:progress|request|request-part):\d+-/;
const decided = '<!-- countersign:decided -->';

/**
 * Our text with the hidden line by which it is found again. What does not fit is said to be missing, except of a request: a person would
 * sign what they were not shown. @throws CountersignError `internal`
 */
export function withMarker(body: string, marker: string): string {
	if (asking.test(marker) && !body.includes(decided) && body.length + marker.length + 11 > longestBody)
		throw tooLong(body.length);
	const line = `\n\n<!-- ${marker} -->`;
	const room = longestBody - line.length;
	return (body.length <= room ? body : `${cut(body, room - 80)}\n\n…the rest is in the journal of this run.`) + line;
}

/** Half a character would come back as another one, and the comment would seem changed for ever. */
function cut(text: string, length: number): string {
	return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

export function isOfRun(marker: string): boolean {
	return ofRun.test(marker);
}

export function holdsMarker(body: string, marker: string): boolean {
	return body.trimEnd().endsWith(`<!-- ${marker} -->`);
}

/** The marker that a body of ours ends with. */
export function lastMarker(body: string): string | undefined {
	return /<!-- (\S+) -->\s*$/.exec(body)?.[1];
}

function tooLong(length: number): CountersignError {
	return new CountersignError({
		code: 'internal',
		message: `A request for approval has ${length} characters, more than GitHub keeps, and is never cut.`,
		fix: 'Nothing was asked and nothing was done. Say so in an issue of Countersign, and let the agent take smaller steps.',
	});
}
