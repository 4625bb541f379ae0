import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { grouped } from '../../../src/report/html/words.ts';

const pageSize = 100;

interface Props<Item> {
	readonly items: readonly Item[];
	/** The name of the items, in the plural. */
	readonly noun: string;
	/** The item that must be on the first shown page. */
	readonly start?: number;
	readonly children: (items: readonly Item[]) => ComponentChildren;
}

/** Shows a long list page by page, so that the browser stays quick. */
export function Paged<Item>({ items, noun, start = 0, children }: Props<Item>) {
	const first = Math.max(0, Math.floor(start / pageSize));
	const [page, setPage] = useState(first);
	useEffect(() => setPage(first), [items, first]);
	const last = Math.max(0, Math.ceil(items.length / pageSize) - 1);
	const at = Math.min(page, last);
	const shown = items.slice(at * pageSize, (at + 1) * pageSize);
	if (items.length === 0) return <p class="soft">No {noun} to show.</p>;
	return (
		<>
			{children(shown)}
			{last > 0 && (
				<nav class="pager" aria-label={`Pages of ${noun}`}>
					<button type="button" disabled={at === 0} onClick={() => setPage(at - 1)}>
						Previous
					</button>
					<span role="status">
						{grouped(at * pageSize + 1)}–{grouped(at * pageSize + shown.length)} of {grouped(items.length)} {noun}
					</span>
					<button type="button" disabled={at === last} onClick={() => setPage(at + 1)}>
						Next
					</button>
				</nav>
			)}
		</>
	);
}
