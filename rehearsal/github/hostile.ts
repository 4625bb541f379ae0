/** Difficult behaviour of the real GitHub that a simpler stand-in would hide. */
export interface Hostility {
	/** An unchanged comment looks as if it was changed a second after it was posted. */
	timesDrift: boolean;
	/** A page contains fewer items than were requested, although it is not the last one. */
	shortPages: boolean;
	/** A ref is refused if the workflow files of its commit are not the same as on some branch. */
	guardsWorkflows: boolean;
	/** The time for which a list of comments does not show a new one. Milliseconds. */
	staleLists: number;
	/** Branches that a rule of the repository lets change only by pull requests. */
	keptBranches: readonly string[];
	/** Requests above a limit are refused and not only counted: the limit for an hour, and the one for creating content in a minute. */
	refusesOverLimit: boolean;
	/** Tokens of installations are `ghs_APPID_JWT`, of about 520 characters. */
	longTokens: boolean;
	/** Logs are in a store at another address, which must be read without a token. */
	logsElsewhere: boolean;
	/** A locked thread refuses a bot's comment, whatever its token may write. */
	locksOutBots: boolean;
	/** The effect of a pull request by the workflow's own token on workflows that start for pull requests. */
	actionsPulls: 'start-nothing' | 'ask-a-person';
	/** An author without an account is an empty object and not null. */
	emptyAuthors: boolean;
}

export const kind: Hostility = {
	timesDrift: false,
	shortPages: false,
	guardsWorkflows: true,
	staleLists: 0,
	keptBranches: [],
	refusesOverLimit: false,
	longTokens: false,
	logsElsewhere: false,
	locksOutBots: false,
	actionsPulls: 'start-nothing',
	emptyAuthors: false,
};

export const hostile: Hostility = {
	timesDrift: true,
	shortPages: true,
	guardsWorkflows: true,
	// Short, because the jobs of a test follow each other within less than a second, unlike GitHub's.
	staleLists: 100,
	keptBranches: [],
	refusesOverLimit: true,
	longTokens: true,
	logsElsewhere: true,
	// Only a few public threads report this. It was not tried on GitHub.
	locksOutBots: false,
	// GitHub introduces this step by step: some repositories have it, and Enterprise Server does not.
	actionsPulls: 'ask-a-person',
	emptyAuthors: true,
};
