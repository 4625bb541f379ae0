import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Inside } from './inside.ts';
import type { ReadMarkdown } from './markdown-html.ts';
import { type MarkdownEvents, MarkdownReader } from './markdown-reader.ts';
import { plainText } from './plain-text.ts';
import { safeNodes } from './safe-markdown.ts';

const nowhere: Inside = () => undefined;

const reader = new MarkdownReader({ start: startWorker });

function startWorker({ ready, answered, broken }: MarkdownEvents): Worker {
	const worker = new Worker('markdown-worker.js', { type: 'module' });
	worker.onmessage = ({ data }: MessageEvent<'ready' | ReadMarkdown>) => (data === 'ready' ? ready() : answered(data));
	worker.onerror = ({ message }) => broken(message || 'a file cannot be loaded');
	return worker;
}

/** How long an edited text keeps its last state, so that it does not flash as plain text. Milliseconds. */
const patience = 300;

function useMarkdown(source: string): ReadMarkdown | undefined {
	const [read, setRead] = useState(() => reader.known(source));
	useLayoutEffect(() => {
		const late = setTimeout(() => setRead(undefined), patience);
		const takeBack = reader.read(source, (told) => {
			clearTimeout(late);
			setRead(told);
		});
		return () => {
			clearTimeout(late);
			takeBack();
		};
	}, [source]);
	return read;
}

/**
 * Shows Markdown by others as GitHub does. A link shows its address and leads nowhere, unless `inside` returns a place for it. The text is
 * plain while a worker reads it, and stays plain if that takes too long.
 */
export function Markdown({ source, inside = nowhere }: { readonly source: string; readonly inside?: Inside }) {
	const read = useMarkdown(source);
	const nodes = useMemo(
		() => (read === undefined ? undefined : 'html' in read ? safeNodes(read.html, inside) : read.why),
		[read, inside],
	);
	if (nodes === undefined) {
		return (
			<div class="markdown waiting" aria-busy="true">
				{plainText(source)}
			</div>
		);
	}
	return typeof nodes === 'string' ? <Plain source={source} why={nodes} /> : <Nodes nodes={nodes} />;
}

function Nodes({ nodes }: { readonly nodes: DocumentFragment }) {
	const box = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => box.current?.replaceChildren(nodes), [nodes]);
	return <div class="markdown" ref={box} />;
}

function Plain({ source, why }: { readonly source: string; readonly why: string }) {
	return (
		<>
			<p class="soft">This is shown as plain text: {why}</p>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard cannot scroll the text. */}
			<pre class="markdown plain" tabIndex={0}>
				{plainText(source)}
			</pre>
		</>
	);
}
