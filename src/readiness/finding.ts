/** One thing that was looked at, or could not be. */
export interface Finding {
	/** `skipped`: not looked at, and the text says why. */
	readonly state: 'ok' | 'not' | 'skipped';
	readonly text: string;
}

export function fine(text: string): Finding {
	return { state: 'ok', text };
}

/** Something that a run needs and that is not there; `fix` is what to do. */
export function lacking(text: string, fix: string): Finding {
	return { state: 'not', text: `${text}. Do: ${fix}` };
}

export function skipped(text: string): Finding {
	return { state: 'skipped', text };
}
