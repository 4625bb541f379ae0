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
	/** Limits are refused, not only counted: by the hour, and for what creates content by the minute. */
	refusesOverLimit: boolean;
}

export const kind: Hostility = {
	timesDrift: false,
	shortPages: false,
	guardsWorkflows: true,
	staleLists: 0,
	refusesOverLimit: false,
};

export const hostile: Hostility = {
	timesDrift: true,
	shortPages: true,
	guardsWorkflows: true,
	// The jobs of a test follow each other within less than a second, those of GitHub do not.
	staleLists: 100,
	refusesOverLimit: true,
};
