/** How often people were asked about a call, and what they said. Who did not answer, or has not yet, said neither. */
export interface AskedCount {
	readonly calls: number;
	readonly yes: number;
	readonly no: number;
}

/** `people were asked about 4 calls: 3 yes (75 %), 1 no`; nothing where nobody was asked. */
export function askedWords(asked: AskedCount | undefined): readonly string[] {
	if (asked === undefined || asked.calls === 0) return [];
	const { calls, yes, no } = asked;
	const open = calls - yes - no;
	const said = [
		...(open === calls ? [] : [`${yes} yes (${Math.round((100 * yes) / calls)} %)`]),
		...(no === 0 ? [] : [`${no} no`]),
		...(open === 0 ? [] : [`${open} without an answer`]),
	];
	return [`people were asked about ${calls === 1 ? '1 call' : `${calls} calls`}: ${said.join(', ')}`];
}
