import { type Clock, type Comment, CountersignError, type Forge, type Person } from '../core/index.ts';
import { holdsMarker, withMarker } from '../github/index.ts';
import { deliverBranch, findDelivered } from './local-branch.ts';
import { type KeptText, keepThread, type LocalThread, readThread } from './thread-file.ts';

/** What takes the place of a GitHub. */
export interface LocalForgeOptions {
	/** Where threads are kept. */
	readonly state: string;
	/** The person's checkout, whose repository gets the branches. */
	readonly root: string;
	readonly home: string;
	readonly person: Person;
	readonly clock: Clock;
	/** Live, from the commit that the checkout stands on. */
	readonly isEnabled: () => Promise<boolean>;
}

/** What a person says in a thread. */
export type Say = (thread: number, body: string) => void;

/** Who we are, where comments of ours stand. */
const ourselves = { id: 0, login: 'countersign', type: 'Bot' } as const;

/**
 * A forge without a GitHub: the thread of a run is a file, its one person is who sits before the terminal, and a pull request is a branch
 * of the same repository. What it has no word for, it refuses.
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
		// A run may begin whose rules name teams: what one of them asks about is refused when it comes to it.
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

/** The checkout is theirs: they may write. No role above that, no team and no login of GitHub's is anybody's here. */
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

/** What a terminal has nobody to ask about. */
export function noGitHub(what: string): CountersignError {
	return new CountersignError({
		code: 'github-refused',
		message: `There is no GitHub here, so ${what} can neither be read nor written.`,
		fix: 'Do without it, and say so in the answer; in a workflow of the repository the action has it.',
	});
}
