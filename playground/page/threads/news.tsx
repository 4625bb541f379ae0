import { useEffect, useRef, useState } from 'preact/hooks';
import type { ThreadView } from '../../protocol.ts';
import { newsOf } from './words.ts';

/** Announces to screen readers what is new in the thread. */
export function News({ thread }: { readonly thread: ThreadView | undefined }) {
	const before = useRef<ThreadView | undefined>(undefined);
	const [news, setNews] = useState<{ readonly words: string; readonly comments: number }>();
	useEffect(() => {
		if (thread === undefined) return;
		const words = newsOf(before.current, thread);
		// An update without news must not remove the words before they are read.
		if (words !== '') setNews({ words, comments: thread.comments.length });
		before.current = thread;
	}, [thread]);
	return (
		<p class="hidden" aria-live="polite">
			{/* A new element makes the screen reader read the same words again. */}
			{news !== undefined && <span key={news.comments}>{news.words}</span>}
		</p>
	);
}
