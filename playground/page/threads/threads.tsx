/** Issues and pull requests, and what the agent does in them. */
export function Threads() {
	return <p>Threads</p>;
}
