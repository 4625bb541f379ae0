import type { ThreadCard } from '../../protocol.ts';
import { threadWord } from './words.ts';

const circle = (x: number, y: number): string => `M${x - 1.6} ${y}a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0`;
const branch = `${circle(4, 3.5)}${circle(4, 12.5)}M4 5.2v5.6`;
const drawings: Readonly<Record<string, string>> = {
	'issue open': 'M8 2a6 6 0 1 0 .01 0M8 7.5a.5.5 0 1 0 .01 0',
	'issue closed': 'M8 2a6 6 0 1 0 .01 0M5.5 8.2l1.8 1.8 3.2-3.6',
	'pull open': `${branch}${circle(12, 12.5)}M12 10.8V6a2 2 0 0 0-2-2H8`,
	'pull merged': `${branch}${circle(12, 8)}M4 5.2c0 2 3 2.8 6.4 2.8`,
	'pull closed': `${branch}${circle(12, 12.5)}M12 10.8V7.5M10.3 2.3l3.4 3.4m0-3.4l-3.4 3.4`,
};
const tones: Readonly<Record<string, string>> = { open: 'good', closed: 'calm', merged: 'merged' };

/** The state of an issue or a pull request as an icon, with a word for those who do not see it. */
export function StateIcon({ thread }: { readonly thread: ThreadCard }) {
	const tone = thread.draft ? 'calm' : tones[thread.state];
	return (
		<span class={`state-icon ${tone}`}>
			<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
				<path d={drawings[`${thread.kind} ${thread.state}`]} fill="none" stroke="currentColor" stroke-width="1.5" />
			</svg>
			<span class="hidden">{threadWord(thread)}: </span>
		</span>
	);
}
