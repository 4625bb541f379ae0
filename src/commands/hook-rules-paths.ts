/** Where rules stand that allow calls of the hook: for everybody in a repository, and for one person in all of theirs. */
export const hookRulesPaths = {
	repository: '.github/countersign/hook.yml',
	person: '~/.config/countersign/hook.yml',
} as const;
