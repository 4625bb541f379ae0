import { spelledUnseen } from '../../../src/report/text/spelled.ts';
import type { Pieces } from './question.ts';

/** A value that a call or a file chose. Nothing invisible in it stays invisible. */
export function Value({ text }: { readonly text: string }) {
	return <code class="value">{spelledUnseen(text)}</code>;
}

/** A sentence in pieces, every second of which is a value. */
export function Sentence({ pieces }: { readonly pieces: Pieces }) {
	return (
		<>
			{pieces.map((piece, index) =>
				index % 2 === 0 ? <span key={index}>{piece}</span> : <Value key={index} text={piece} />,
			)}
		</>
	);
}

/** A sentence of the gate, with values between backticks. */
export function Prose({ text }: { readonly text: string }) {
	return <Sentence pieces={text.split('`').map((piece) => spelledUnseen(piece))} />;
}

/** Several lines as they are. */
export function Lines({ text }: { readonly text: string }) {
	return <pre class="lines">{spelledUnseen(text)}</pre>;
}
