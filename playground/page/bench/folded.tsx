import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface FoldedProps {
	readonly title: string;
	readonly children: () => ComponentChildren;
}

/** Content that is rendered only while it is open. */
export function Folded({ title, children }: FoldedProps) {
	const [isOpen, setOpen] = useState(false);
	return (
		<details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>{title}</summary>
			{isOpen && children()}
		</details>
	);
}
