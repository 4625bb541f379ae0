import { spelledUnseen } from '../../../src/report/text/spelled.ts';
import type { Pieces } from './question.ts';

/** A longer text would make the page stop briefly at each keystroke. Characters. */
const longestValue = 1_000;
const longestLines = 100_000;
const mostPieces = 200;

function within(text: string, most: number): string {
	const rest = text.length - most;
	return rest > 0 ? `${text.slice(0, most)}… and ${rest.toLocaleString('en')} more characters` : text;
}

/** Shows a value that comes from a call or a file. Invisible characters in it become visible. */
export function Value({ text }: { readonly text: string }) {
	return <code class="value">{spelledUnseen(within(text, longestValue))}</code>;
}

/** Shows a sentence that is given in pieces. Every second piece is a value. */
export function Sentence({ pieces }: { readonly pieces: Pieces }) {
	const rest = pieces.length - mostPieces;
	return (
		<>
			{pieces
				.slice(0, mostPieces)
				.map((piece, index) =>
					index % 2 === 0 ? <span key={index}>{piece}</span> : <Value key={index} text={piece} />,
				)}
			{rest > 0 && ' and more'}
		</>
	);
}

/** A sentence of the gate, with values between backticks. */
export function Prose({ text }: { readonly text: string }) {
	return (
		<Sentence
			pieces={within(text, longestValue)
				.split('`')
				.map((piece) => spelledUnseen(piece))}
		/>
	);
}

/** Several lines as they are. */
export function Lines({ text }: { readonly text: string }) {
	return <pre class="lines">{spelledUnseen(within(text, longestLines))}</pre>;
}
