/** What the real GitHub does, at times or always, and a kind stand-in would hide. */
export interface Hostility {
	/** An untouched comment looks as if it was changed a second after it was posted. */
	timesDrift: boolean;
	/** A page holds fewer things than were asked for, and is not the last one. */
	shortPages: boolean;
	/** A ref is refused on a commit whose workflow files are those of no branch. */
	guardsWorkflows: boolean;
	/** For so long a listing of comments does not show a new one. Milliseconds. */
	staleLists: number;
	/** Branches that change by pull requests only, as a rule of the repository says. */
	keptBranches: readonly string[];
	/** Limits are refused, not only counted: by the hour, and for what creates content by the minute. */
	refusesOverLimit: boolean;
	/** Tokens of installations are `ghs_APPID_JWT`, of about 520 characters. */
	longTokens: boolean;
	/** Logs lie in a store at another address, which is asked without a token. */
	logsElsewhere: boolean;
	/** A locked thread takes no comment of a bot, whatever its token may write. */
	locksOutBots: boolean;
	/** What a pull request of the workflow's own token does to the workflows that wait for pull requests. */
	actionsPulls: 'start-nothing' | 'ask-a-person';
	/** Whoever has no account is an empty object, as the author of a commit may be, and not null. */
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
	// The jobs of a test follow each other within less than a second, those of GitHub do not.
	staleLists: 100,
	keptBranches: [],
	refusesOverLimit: true,
	longTokens: true,
	logsElsewhere: true,
	// A few public threads say so; whoever tries it on GitHub will know.
	locksOutBots: false,
	// GitHub rolls it out: some repositories have it, and Enterprise Server does not.
	actionsPulls: 'ask-a-person',
	emptyAuthors: true,
};
