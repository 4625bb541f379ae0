/** The result for one row, which is a promise of Countersign or an assumption about GitHub. */
export type Finding =
	| { readonly is: 'as assumed'; readonly note?: string }
	| { readonly is: 'otherwise'; readonly why: string }
	| { readonly is: 'not tried'; readonly why: string };

/** A row, ready to be printed. */
export interface Row {
	readonly id: string;
	readonly assumed: string;
	readonly finding: Finding;
}

export const asAssumed = (note?: string): Finding => ({ is: 'as assumed', ...(note === undefined ? {} : { note }) });
export const otherwise = (why: string): Finding => ({ is: 'otherwise', why });
export const notTried = (why: string): Finding => ({ is: 'not tried', why });

/** `as assumed`, `otherwise: why` or `not tried: why`. */
export function findingText(finding: Finding): string {
	if (finding.is === 'as assumed') return finding.note === undefined ? finding.is : `${finding.is} (${finding.note})`;
	return `${finding.is}: ${finding.why}`;
}

/** Returns 0 if everything is as assumed or not tried, and 1 if something differs. */
export function exitCodeOf(rows: readonly Row[]): 0 | 1 {
	return rows.some(({ finding }) => finding.is === 'otherwise') ? 1 : 0;
}
