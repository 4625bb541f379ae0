import { useState } from 'preact/hooks';
import type { JournalLine } from '../../protocol.ts';
import { Moment } from '../parts/moment.tsx';
import { plainText } from '../parts/plain-text.ts';

const newest = 25;

/** The journal as it grows: its newest lines, and all on demand. */
export function Journal({ lines }: { readonly lines: readonly JournalLine[] }) {
	const [isWhole, setWhole] = useState(false);
	const shown = isWhole ? lines : lines.slice(-newest);
	return (
		<section aria-labelledby="journal">
			<h3 id="journal">
				Journal <span class="soft">{lines.length} lines</span>
			</h3>
			{lines.length > newest && (
				<button type="button" onClick={() => setWhole(!isWhole)}>
					{isWhole ? `Show the newest ${newest}` : `Show all ${lines.length}`}
				</button>
			)}
			<ol class="journal">
				{shown.map((line) => (
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
				{isOpen && <pre>{plainText(text)}</pre>}
			</details>
		</li>
	);
}
