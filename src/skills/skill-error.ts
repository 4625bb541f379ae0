/** What is wrong with a SKILL.md, where, and what to write instead. */
export interface SkillError {
	readonly file: string;
	/** 1-based. */
	readonly line: number;
	/** The field, such as `tools[0].name`. It is empty if the error is about the whole file. */
	readonly field: string;
	readonly message: string;
	readonly fix: string;
}

/** One error as one line: `skills/a/SKILL.md:3 tools[0].name: … Fix: …` */
export function renderSkillError({ file, line, field, message, fix }: SkillError): string {
	return `${file}:${line} ${field === '' ? '' : `${field}: `}${message} Fix: ${fix}`;
}
