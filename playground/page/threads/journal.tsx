import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JournalLine } from '../../protocol.ts';
import { Moment } from '../parts/moment.tsx';
import { plainText } from '../parts/plain-text.ts';
import { TextBlock } from '../parts/text-block.tsx';

/** The growing journal. Its end stays visible unless the visitor scrolls up. */
export function Journal({ lines }: { readonly lines: readonly JournalLine[] }) {
	const box = useRef<HTMLOListElement>(null);
	const isAtEnd = useRef(true);
	const count = lines.length;
	useLayoutEffect(() => {
		if (count > 0 && isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
	}, [count]);
	return (
		<section aria-labelledby="journal">
			<h3 id="journal">
				Journal <span class="count">{count} lines</span>
			</h3>
			<ol
				class="journal"
				ref={box}
				onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
					isAtEnd.current = scrollTop + clientHeight > scrollHeight - 8;
				}}
			>
				{lines.map((line) => (
					<JournalRow key={line.number} line={line} />
				))}
			</ol>
		</section>
	);
}

function JournalRow({ line: { number, type, at, text } }: { readonly line: JournalLine }) {
	const [isOpen, setOpen] = useState(false);
	return (
		<li>
			<details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
				<summary>
					<span class="soft mono">{number}</span> <span class="mono">{plainText(type)}</span>{' '}
					<span class="soft">
						<Moment at={at} />
					</span>
				</summary>
				{isOpen && <TextBlock text={plainText(text)} />}
			</details>
		</li>
	);
}
