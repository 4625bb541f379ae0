/** The rules files that allow calls of the hook: one for everybody in a repository, and one for a person in all of their repositories. */
export const hookRulesPaths = {
	repository: '.github/countersign/hook.yml',
	person: '~/.config/countersign/hook.yml',
} as const;
