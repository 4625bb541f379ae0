/** What is wrong with a SKILL.md, where, and what to write instead. */
export interface SkillError {
	readonly file: string;
	/** 1-based. */
	readonly line: number;
	/** `tools[0].name`; empty where the file as a whole is meant. */
	readonly field: string;
	readonly message: string;
	readonly fix: string;
}

/** One error as one line: `skills/a/SKILL.md:3 tools[0].name: … Fix: …` */
export function renderSkillError({ file, line, field, message, fix }: SkillError): string {
	return `${file}:${line} ${field === '' ? '' : `${field}: `}${message} Fix: ${fix}`;
}

/** The known word nearest to a misspelled one; undefined when none is near enough to be meant. */
export function nearest(word: string, known: readonly string[]): string | undefined {
	const near = known
		.map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
		.filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
		.sort((a, b) => a.distance - b.distance);
	return near[0]?.candidate;
}

function editDistance(a: string, b: string): number {
	// A key of thousands of characters is no misspelling, and the table is quadratic.
	if (Math.abs(a.length - b.length) > 20) return Number.POSITIVE_INFINITY;
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}
