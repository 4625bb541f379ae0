import { type Clock, type Comment, CountersignError, type Forge, holdsMarker, type Person } from '../core/index.ts';
import { withMarker } from '../github/index.ts';
import { deliverBranch, findDelivered } from './local-branch.ts';
import { type KeptText, keepThread, type LocalThread, readThread } from './thread-file.ts';

/** The options of a local replacement for GitHub. */
export interface LocalForgeOptions {
	/** The folder where threads are stored. */
	readonly state: string;
	/** The person's checkout. Its repository gets the branches. */
	readonly root: string;
	readonly home: string;
	readonly person: Person;
	readonly clock: Clock;
	/** The current setting, from the commit that is checked out. */
	readonly isEnabled: () => Promise<boolean>;
}

/** Adds a person's comment to a thread. */
export type Say = (thread: number, body: string) => void;

/** The author of our own comments. */
const ourselves = { id: 0, login: 'countersign', type: 'Bot' } as const;

/**
 * A forge without GitHub. A run's thread is a file, and its only person is the one at the terminal. A pull request is a branch of the same
 * repository. It refuses everything that it cannot do.
 */
export function createLocalForge(options: LocalForgeOptions): { readonly forge: Forge; readonly say: Say } {
	const { state, person, clock } = options;
	const comments = async (number: number): Promise<readonly Comment[]> => {
		const thread = readThread(state, number);
		return thread.comments.map((one) => commentOf(one, thread));
	};
	const put = (thread: LocalThread, change: (now: string) => readonly KeptText[]): void =>
		keepThread(state, { ...thread, comments: change(clock.now().toISOString()) });
	const add = (number: number, body: string, mine: boolean): number => {
		const thread = readThread(state, number);
		const id = 1 + Math.max(0, ...thread.comments.map((one) => one.id));
		put(thread, (now) => [...thread.comments, { id, mine, body, createdAt: now, updatedAt: now }]);
		return id;
	};
	const edit = (number: number, id: number, body: string): void => {
		const thread = readThread(state, number);
		put(thread, (now) => thread.comments.map((one) => (one.id === id ? { ...one, body, updatedAt: now } : one)));
	};
	const forge: Forge = {
		rights: async ({ id }) => (id === person.id ? writer : nobody),
		isMember: async () => false,
		// A run may begin even if its rules name teams. A step that needs a team's answer is refused later.
		canReadTeam: async () => true,
		switchedOff: async () => ((await options.isEnabled()) ? undefined : 'config'),
		issue: async (number) => ({
			number,
			title: 'A task from a terminal',
			body: '',
			author: readThread(state, number).person,
			isPullRequest: false,
		}),
		lateEdits: async () => ({}),
		comments,
		comment: async (number, id) => (await comments(number)).find((one) => one.id === id),
		ownComments: async (number) => (await comments(number)).filter(({ mine }) => mine),
		upsertComment: async (number, marker, body) => {
			const text = withMarker(body, marker);
			const there = (await comments(number)).find((one) => one.mine && holdsMarker(one.body, marker));
			const id = there?.id ?? add(number, text, true);
			if (there !== undefined && there.body !== text) edit(number, id, text);
			return { id, url: urlOf(number, id), body: text, author: ourselves };
		},
		react: async () => undefined,
		showCheck: async () => undefined,
		deliveryFacts: async () => ({}),
		startedChecks: async () => undefined,
		findPullRequest: (marker) => findDelivered(marker, options),
		openDraftPullRequest: (pull) => deliverBranch(pull, options),
		pullHead: () => refuse('a pull request'),
		headFiles: () => refuse('a pull request'),
		blob: () => refuse('a pull request'),
		takesCommits: () => refuse('a pull request'),
		pushToPull: () => refuse('a pull request'),
		findPushed: () => refuse('a pull request'),
	};
	return { forge, say: (number, body) => void add(number, body, false) };
}

/** The person owns the checkout, so they may write. Here nobody has a higher role, a team or a GitHub login. */
const writer = { role: 'write', mayWrite: true, roleName: 'write', permission: 'write' } as const;
const nobody = { role: 'none', mayWrite: false, roleName: '', permission: 'none' } as const;

function commentOf({ id, mine, body, createdAt, updatedAt }: KeptText, { number, person }: LocalThread): Comment {
	const author = mine ? ourselves : { ...person, type: 'User' };
	return { id, author, body, createdAt, edited: createdAt !== updatedAt, viaApp: false, mine, url: urlOf(number, id) };
}

function urlOf(thread: number, id: number): string {
	return `terminal:${thread}#${id}`;
}

async function refuse(what: string): Promise<never> {
	throw noGitHub(what);
}

/** The error for a request that needs GitHub. */
export function noGitHub(what: string): CountersignError {
	return new CountersignError({
		code: 'github-refused',
		message: `There is no GitHub in a terminal run, so ${what} cannot be read or written.`,
		fix: 'Work without it, and say so in the answer. The action can do this in a workflow of the repository.',
	});
}
