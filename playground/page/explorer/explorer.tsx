/** The run explorer: a record of a run, verified, shown and judged again. */
export function Explorer() {
	return <p>Run explorer</p>;
}
