/** The gate bench: what the gate says of any call, live. */
export function Bench() {
	return <p>Gate bench</p>;
}
