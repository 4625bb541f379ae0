/** An unchanged text in a region that scrolls. */
export function TextBlock({ text, ...more }: { readonly text: string; readonly class?: string }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse must be able to scroll it
		<pre {...more} tabIndex={0}>
			{text}
		</pre>
	);
}
