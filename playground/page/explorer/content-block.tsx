import { useState } from 'preact/hooks';
import type { Content } from '../../../src/core/index.ts';
import type { AuditSource } from '../../../src/journal/audit-source.ts';
import { size } from '../../../src/report/html/words.ts';
import { TextBlock } from '../parts/text-block.tsx';
import { contentOf } from './read-record.ts';
import { block } from './texts.ts';

interface Props {
	readonly content: Content;
	readonly source: AuditSource;
	/** The text of the button. */
	readonly label: string;
	/** Shows nothing before the button is pressed. */
	readonly isFolded?: boolean;
}

type Whole =
	| { readonly kind: 'none' }
	| { readonly kind: 'here'; readonly text: string }
	| { readonly kind: 'missing' };

const missing = 'The record does not hold it, it is longer than 8 MB, or its bytes do not match its hash.';

/** A content of the record: its beginning, and all of it when the visitor asks. */
export function ContentBlock({ content, source, label, isFolded = false }: Props) {
	const [whole, setWhole] = useState<Whole>({ kind: 'none' });
	const isCut = Buffer.byteLength(content.preview) !== content.bytes || isFolded;
	const show = async (): Promise<void> => {
		// A blob of a bad zip cannot be unpacked.
		const text = await contentOf(source, content.sha256).catch(() => undefined);
		setWhole(text === undefined ? { kind: 'missing' } : { kind: 'here', text });
	};
	const text = whole.kind === 'here' ? whole.text : content.preview;
	return (
		<>
			{(!isFolded || whole.kind === 'here') &&
				(text === '' ? <p class="soft">empty</p> : <TextBlock text={block(text, 1_000_000)} />)}
			{isCut && whole.kind === 'none' && (
				<button type="button" class="small" onClick={show}>
					Show {label} ({size(content.bytes)})
				</button>
			)}
			{whole.kind === 'missing' && <p role="status">{missing}</p>}
		</>
	);
}
