import { useEffect, useRef, useState } from 'preact/hooks';
import type { ThreadView } from '../../protocol.ts';
import { newsOf } from './words.ts';

/** Tells people who do not see the page what is new in the thread. */
export function News({ thread }: { readonly thread: ThreadView | undefined }) {
	const before = useRef<ThreadView | undefined>(undefined);
	const [news, setNews] = useState('');
	useEffect(() => {
		if (thread === undefined) return;
		setNews(newsOf(before.current, thread));
		before.current = thread;
	}, [thread]);
	return (
		<p class="hidden" aria-live="polite">
			{news}
		</p>
	);
}
