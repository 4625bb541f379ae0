/** The result of one check. */
export interface Finding {
	/** `skipped` means not checked. The text says why. */
	readonly state: 'ok' | 'not' | 'skipped';
	readonly text: string;
}

export function fine(text: string): Finding {
	return { state: 'ok', text };
}

/** A finding that something a run needs is missing. `fix` is what to do. */
export function lacking(text: string, fix: string): Finding {
	return { state: 'not', text: `${text}. Do: ${fix}` };
}

export function skipped(text: string): Finding {
	return { state: 'skipped', text };
}
