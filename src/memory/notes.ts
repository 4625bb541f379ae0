import { minuteOf, oneLine } from './day-file.ts';

/** The longest note, in characters. */
export const longestNote = 500;
/** The most notes of one run. */
export const mostNotes = 5;

/** The notes of a run's agent for later runs, always as a quotation with its source. Empty without notes. */
export function notesText({ at, run, notes }: Notes): string {
	return notes
		.slice(0, mostNotes)
		.map((note) => `- ${minuteOf(at)} | A note by the agent of run ${run}: “${oneLine(note, longestNote)}”\n`)
		.join('');
}

export interface Notes {
	/** ISO 8601. */
	readonly at: string;
	readonly run: string;
	readonly notes: readonly string[];
}
