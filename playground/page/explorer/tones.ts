import type { Outcome } from '../../../src/core/index.ts';
import type { CallState } from '../../protocol.ts';

/** The colour of a tag. */
export type Tone = 'good' | 'ask' | 'bad' | 'calm';

/** Returns the colour for the end of a run. */
export function outcomeTone(outcome: Outcome | undefined): Tone {
	if (outcome?.kind === 'completed') return 'good';
	if (outcome === undefined || outcome.kind === 'waiting' || outcome.kind === 'unknown') return 'ask';
	return outcome.kind === 'failed' || outcome.kind === 'denied' || outcome.kind === 'refused' ? 'bad' : 'calm';
}

/** How a call ended, in a word with its colour. */
export const callEnds: Readonly<Record<CallState, readonly [word: string, tone: Tone]>> = {
	judged: ['not started', 'calm'],
	waiting: ['waiting', 'ask'],
	running: ['no result', 'ask'],
	done: ['done', 'good'],
	failed: ['failed', 'bad'],
	blocked: ['blocked', 'bad'],
	denied: ['denied', 'bad'],
	unknown: ['result unknown', 'ask'],
};
