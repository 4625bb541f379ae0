/** The options of every command that judges calls. */
export const judgingOptions = {
	policy: { type: 'string', multiple: true },
	skills: { type: 'string', multiple: true },
	root: { type: 'string' },
	home: { type: 'string' },
	always: { type: 'string' },
	'hook-rules': { type: 'string' },
	allow: { type: 'string', multiple: true },
	changed: { type: 'string', multiple: true },
	mode: { type: 'string' },
} as const;

export interface JudgingValues {
	readonly policy?: readonly string[] | undefined;
	readonly skills?: readonly string[] | undefined;
	readonly root?: string | undefined;
	readonly home?: string | undefined;
	readonly always?: string | undefined;
	readonly 'hook-rules'?: string | undefined;
	readonly allow?: readonly string[] | undefined;
	readonly changed?: readonly string[] | undefined;
	readonly mode?: string | undefined;
}
