import { longestHeard } from '../refs/tidy-refs.ts';
import { type Incoming, nothing } from './incoming.ts';

/** Returns the outcome for a command that is too old, or undefined if it is new enough. `at` is the time of the command. */
export function tooOld(at: string, now: Date): Incoming | undefined {
	const isRecent = now.getTime() - Date.parse(at) <= longestHeard;
	if (isRecent) return undefined;
	return nothing('not-created', 'Only what is new counts; this was said more than 30 days ago. Say it again.');
}
