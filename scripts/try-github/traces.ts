import { z } from 'zod';
import { type Answer, type Connection, refusalOf } from './connection.ts';
import { issueTitle, type Tell } from './tell.ts';

const refs = z.array(z.object({ ref: z.string() }));
const pulls = z.array(z.object({ number: z.number() }));
const issues = z.array(
	z.object({ number: z.number(), title: z.string(), body: z.string().nullish(), pull_request: z.unknown().optional() }),
);

/** The places of refs that a try creates. Nothing else is ever deleted. */
const places = ['countersign/', 'heads/countersign/', 'heads/countersign-state/', 'heads/countersign-try/'];

/** The remains of a try in the repository, and how they are removed. */
export class Traces {
	/** A connection that also works after Ctrl-C. */
	readonly person: Connection;
	readonly #owner: string;
	readonly #before: ReadonlySet<string>;
	readonly #issuesBefore: ReadonlySet<number>;
	readonly #issues: number[] = [];
	readonly #undoing: (() => Promise<string | undefined>)[] = [];

	private constructor(person: Connection, owner: string, before: readonly string[], open: readonly number[]) {
		this.person = person;
		this.#owner = owner;
		this.#before = new Set(before);
		this.#issuesBefore = new Set(open);
	}

	/** Notes what existed before. `person` must also work after Ctrl-C. */
	static async before(person: Connection, owner: string): Promise<Traces> {
		return new Traces(person, owner, await refsOf(person), await ownIssues(person));
	}

	/** Assumes that nothing existed before, so everything under these names belongs to a try. */
	static ofEarlier(person: Connection, owner: string): Traces {
		return new Traces(person, owner, [], []);
	}

	/**
	 * Registers an action for the end of the try, which comes before everything else there. It returns what it could not undo. Call this
	 * before the effect.
	 */
	undoLater(undo: () => Promise<string | undefined>): void {
		this.#undoing.unshift(undo);
	}

	noteIssue(number: number): void {
		this.#issues.push(number);
	}

	/** Removes everything. Returns in words what could not be removed. */
	async cleanUp(tell: Tell): Promise<readonly string[]> {
		const left: string[] = [];
		const note = (why: string | undefined): void => void (why !== undefined && left.push(why));
		for (const undo of this.#undoing) note(await attempt('The default branch', undo));
		const made = await this.#madeRefs(left);
		for (const ref of made) if (ref.startsWith('heads/')) await this.#closePulls(ref, left);
		const later = await attempted(() => ownIssues(this.person), left);
		const open = new Set([...this.#issues, ...later.filter((number) => !this.#issuesBefore.has(number))]);
		for (const number of open) note(await this.#closeIssue(number));
		for (const ref of made) note(await this.#delete(ref));
		// A list may show a new ref too late, so look a second time.
		for (const ref of await this.#madeRefs(left)) if (!made.includes(ref)) note(await this.#delete(ref));
		tell('done', `closed ${open.size} issues, deleted ${made.length} branches and refs`);
		return left;
	}

	async #madeRefs(left: string[]): Promise<readonly string[]> {
		return (await attempted(() => refsOf(this.person), left)).filter((ref) => !this.#before.has(ref));
	}

	async #closePulls(ref: string, left: string[]): Promise<void> {
		const head = encodeURIComponent(`${this.#owner}:${ref.slice('heads/'.length)}`);
		const open = await attempted(() => this.person.must('GET', `/pulls?state=open&head=${head}`, pulls), left);
		for (const { number } of open) {
			const closed = await this.person.ask('PATCH', `/pulls/${number}`, { state: 'closed' });
			if (closed.status >= 300) left.push(`pull request #${number} is open: ${refusalOf(closed)}`);
		}
	}

	async #closeIssue(number: number): Promise<string | undefined> {
		return attempt(`issue #${number}`, async () => {
			const closed = await this.person.ask('PATCH', `/issues/${number}`, { state: 'closed' });
			return closed.status < 300 ? undefined : `issue #${number} is open: ${refusalOf(closed)}`;
		});
	}

	async #delete(ref: string): Promise<string | undefined> {
		return attempt(`refs/${ref}`, async () => {
			const answer: Answer = await this.person.ask('DELETE', `/git/refs/${ref}`);
			// It is also gone if somebody else deleted it meanwhile.
			const gone = answer.status < 300 || (await this.person.ask('GET', `/git/ref/${ref}`)).status === 404;
			return gone ? undefined : `refs/${ref} is there: ${refusalOf(answer)}`;
		});
	}
}

/** Returns all refs that a try could have created. */
async function refsOf(person: Connection): Promise<readonly string[]> {
	const found: string[] = [];
	for (const place of places)
		for (const { ref } of await person.must('GET', `/git/matching-refs/${place}`, refs))
			found.push(ref.replace(/^refs\//, ''));
	return found;
}

/** Returns open issues of a try, and those that a job of Countersign opened, but no others. */
async function ownIssues(person: Connection): Promise<readonly number[]> {
	const found = await person.must('GET', '/issues?state=open&per_page=100', issues);
	const isOurs = ({ title, body }: (typeof found)[number]) =>
		title.startsWith(issueTitle) || body?.includes('<!-- countersign:') === true;
	return found.filter((issue) => issue.pull_request === undefined && isOurs(issue)).map(({ number }) => number);
}

async function attempt(what: string, act: () => Promise<string | undefined>): Promise<string | undefined> {
	try {
		return await act();
	} catch (error) {
		return `${what}: ${error instanceof Error ? error.message : String(error)}`;
	}
}

async function attempted<T>(act: () => Promise<readonly T[]>, left: string[]): Promise<readonly T[]> {
	try {
		return await act();
	} catch (error) {
		left.push(error instanceof Error ? error.message : String(error));
		return [];
	}
}
