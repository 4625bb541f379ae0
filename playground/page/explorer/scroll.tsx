import type { ComponentChildren } from 'preact';

/** A region that scrolls sideways on a small screen. */
export function Scroll({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse must be able to scroll it
		<section class="scroll" tabIndex={0} aria-label={label}>
			{children}
		</section>
	);
}
