import { took } from '../../../src/report/html/words.ts';
import type { TimelineItem } from '../../../src/report/status/timeline-items.ts';
import { line } from './texts.ts';
import type { Tone } from './tones.ts';

interface StepWords {
	readonly words: string;
	/** A text that comes from a call. */
	readonly value?: string;
	readonly tone: Tone;
	readonly end?: readonly [word: string, tone: Tone];
}

const callEnds = {
	done: ['done', 'good'],
	failed: ['failed', 'bad'],
	blocked: ['blocked', 'bad'],
	unknown: ['result unknown', 'ask'],
} as const;

/** Returns the words for a step of the timeline. */
export function stepWords(item: TimelineItem): StepWords {
	switch (item.kind) {
		case 'job':
			return { words: `Job ${item.number} starts`, tone: 'calm' };
		case 'wait':
			return {
				words: item.broke
					? `The job was interrupted. The next one started ${took(item.milliseconds)} later.`
					: `No machine ran for ${took(item.milliseconds)}`,
				tone: 'calm',
			};
		case 'call':
			return { words: '', value: item.what, tone: 'calm', end: callEnds[item.end] };
		case 'asked':
			return { words: `Asks for approval of ${line(item.ids.join(', '), 100)}`, tone: 'ask' };
		case 'signed':
			return { words: `${person(item)} approves ${line(item.id, 20)}`, tone: 'good' };
		case 'denied':
			return {
				words:
					item.who === ''
						? `${line(item.id, 20)} ends without an answer, which means no`
						: `${person(item)} denies ${line(item.id, 20)}`,
				tone: 'bad',
			};
		case 'stopped':
			return { words: `@${line(item.who, 60)} stops the run`, tone: 'bad' };
	}
}

function person({ who, role }: { readonly who: string; readonly role: string }): string {
	return `@${line(who, 60)}${role === '' ? '' : ` (${line(role, 40)})`}`;
}

/** Returns the time since the start of the run, such as `+2 min 5 s`. */
export function since(at: string, began: string): string {
	const milliseconds = Date.parse(at) - Date.parse(began);
	if (!Number.isFinite(milliseconds)) return 'unknown time';
	const seconds = Math.floor(milliseconds / 1000);
	if (seconds < 1) return 'start';
	return seconds < 60 ? `+${seconds} s` : `+${took(1000 * seconds)}`;
}
