/** A short word in a colour. */
export function Tag({
	text,
	tone,
	pulse = false,
}: {
	readonly text: string;
	readonly tone: string;
	readonly pulse?: boolean;
}) {
	return <span class={`tag ${tone}${pulse ? ' pulse' : ''}`}>{text}</span>;
}
