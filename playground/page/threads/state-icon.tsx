import type { ThreadCard } from '../../protocol.ts';
import { threadWord } from './words.ts';

const branch = 'M5 5.5v5M5 5.5a1.5 1.5 0 1 0 0-.01M5 13.5a1.5 1.5 0 1 0 0-.01';
const drawings: Readonly<Record<string, string>> = {
	'issue open': 'M8 2a6 6 0 1 0 .01 0M8 7.5a.5.5 0 1 0 .01 0',
	'issue closed': 'M8 2a6 6 0 1 0 .01 0M5.5 8.2l1.8 1.8 3.2-3.6',
	'pull open': `${branch}M11.5 10.5V6.5a2 2 0 0 0-2-2H8.5M11.5 13.5a1.5 1.5 0 1 0 0-.01`,
	'pull merged': `${branch}M5 6c0 3 3 3.5 5 3.5M12 9.5a1.5 1.5 0 1 0 0-.01`,
	'pull closed': `${branch}M10 3.5l3 3m0-3l-3 3M11.5 9.5v1M11.5 13.5a1.5 1.5 0 1 0 0-.01`,
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
