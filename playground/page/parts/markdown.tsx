import { useLayoutEffect, useRef } from 'preact/hooks';
import { isCostly } from './costly-markdown.ts';
import type { Inside } from './inside.ts';
import { plainText } from './plain-text.ts';
import { safeMarkdown } from './safe-markdown.ts';

const nowhere: Inside = () => undefined;

/** Shows Markdown that others wrote, as GitHub does. A link shows its address and leads nowhere, unless `inside` knows a place for it. */
export function Markdown({ source, inside = nowhere }: { readonly source: string; readonly inside?: Inside }) {
	const box = useRef<HTMLDivElement>(null);
	const costly = isCostly(source);
	useLayoutEffect(() => {
		if (!costly) box.current?.replaceChildren(safeMarkdown(source, inside));
	}, [source, inside, costly]);
	if (costly) {
		return (
			// biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard cannot scroll the text.
			<pre class="markdown plain" tabIndex={0}>
				{plainText(source)}
			</pre>
		);
	}
	return <div class="markdown" ref={box} />;
}
