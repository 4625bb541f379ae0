import { type JsonObject, type JsonValue, type OutcomeKind, outcomeTraits } from '../../../src/core/index.ts';
import type {
	ActionKind,
	ActionOf,
	CallState,
	CallView,
	JobView,
	Person,
	RunCard,
	ThreadCard,
} from '../../protocol.ts';
import { plainLine } from '../parts/plain-text.ts';

export type Tone = 'good' | 'ask' | 'bad' | 'calm';
export interface Word {
	readonly text: string;
	readonly tone: Tone;
}

/** The state of a run as a word. */
export function runWord({ status, outcome }: RunCard): Word {
	if (status === 'running') return { text: 'working', tone: 'calm' };
	if (status === 'waiting') return { text: 'waits for approval', tone: 'ask' };
	if (status === 'lost') return { text: 'runner lost', tone: 'bad' };
	return endWord(outcome?.kind ?? 'ended');
}

/** The end of a run or of a job as a word. */
export function endWord(kind: string): Word {
	if (kind === 'waiting') return { text: kind, tone: 'ask' };
	return { text: kind.replaceAll('-', ' '), tone: toneOf(kind) };
}

function toneOf(kind: string): Tone {
	if (kind === 'completed') return 'good';
	if (kind === 'ended') return 'calm';
	return Object.hasOwn(outcomeTraits, kind) && outcomeTraits[kind as OutcomeKind].isCalm ? 'calm' : 'bad';
}

export function jobWord({ status, outcome }: JobView): Word {
	if (status === 'killed') return { text: 'killed', tone: 'bad' };
	return status === 'ended' ? endWord(outcome ?? 'ended') : { text: status, tone: 'calm' };
}

export const callWords: Readonly<Record<CallState, Word>> = {
	judged: { text: 'judged', tone: 'calm' },
	waiting: { text: 'waits', tone: 'ask' },
	running: { text: 'running', tone: 'calm' },
	done: { text: 'done', tone: 'good' },
	failed: { text: 'failed', tone: 'bad' },
	blocked: { text: 'blocked', tone: 'bad' },
	denied: { text: 'denied', tone: 'bad' },
	unknown: { text: 'result unknown', tone: 'bad' },
};

/** The arguments that show best what a call is about. */
const telling = ['command', 'path', 'pattern', 'query', 'title', 'url', 'name'];

/** Returns the input of a call in one line. */
export function inputLine(input: JsonObject): string {
	const key = telling.find((one) => typeof input[one] === 'string');
	if (key !== undefined) return plainLine(String(input[key]));
	return plainLine(
		Object.entries(input)
			.map(([name, value]) => `${name}: ${valueText(value)}`)
			.join(', '),
	);
}

/** Returns a value of an input as text for people. */
export function valueText(value: JsonValue): string {
	return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

/** Returns the answers that a comment can give now: to the waiting calls, or to a question about a plan or a budget. */
export function offeredAnswers(run: RunCard | undefined, calls: readonly CallView[]): readonly string[] {
	if (run?.status !== 'waiting') return [];
	const waiting = calls.flatMap(({ state, approval }) => (state === 'waiting' && approval ? [approval] : []));
	if (waiting.length === 0) return ['/approve', '/deny because '];
	return waiting.flatMap((id) => [`/approve ${id}`, `/deny ${id} because `]);
}

type ActionWords = { readonly [K in ActionKind]: ((action: ActionOf<K>, login: string) => string) | undefined };

/** Undefined means that the text of the story's step says everything. A new kind of action does not compile without an entry here. */
const wordsOfActions: ActionWords = {
	comment: ({ body }, login) => `@${login} writes: ${body}`,
	'open-issue': ({ title }, login) => `@${login} opens: ${title}`,
	press: ({ identifier }, login) => `@${login} presses: ${identifier}`,
	'kill-runner': undefined,
	'edit-bot-comment': undefined,
	'push-commit': undefined,
	'merge-workflow-change': undefined,
	'pass-day': undefined,
	'choose-model': undefined,
};

/** Returns what the button *Do it* does, if the text of the story's step does not say it. Otherwise undefined. */
export function actionWords<K extends ActionKind>(action: ActionOf<K>, people: readonly Person[]): string | undefined {
	const login = 'as' in action ? (people.find(({ name }) => name === action.as)?.login ?? action.as) : '';
	const words = wordsOfActions[action.kind] as ((action: ActionOf<K>, login: string) => string) | undefined;
	return words?.(action, login);
}

/** The state of a thread in words, for its icon. */
export function threadWord({ kind, state, draft }: ThreadCard): string {
	const noun = kind === 'pull' ? 'pull request' : 'issue';
	return draft && state === 'open' ? `Draft ${noun}` : `${state[0]?.toUpperCase()}${state.slice(1)} ${noun}`;
}

/** Returns what a screen reader says when the state of a thread changes. */
export function newsOf(before: NewsState | undefined, now: NewsState): string {
	if (before === undefined || before.number !== now.number) return '';
	const added = now.comments.filter(({ id }) => !before.comments.some((one) => one.id === id));
	const words = now.run === undefined ? '' : runWord(now.run).text;
	const isNewStart = now.starting && !before.starting;
	const isNewStatus = words !== '' && (before.run === undefined || runWord(before.run).text !== words);
	return [
		...added.slice(-3).map(({ author }) => `New comment by ${author}.`),
		...(isNewStart ? ['A job is starting.'] : []),
		...(isNewStatus ? [`The run: ${words}.`] : []),
	].join(' ');
}

interface NewsState {
	readonly number: number;
	readonly comments: readonly { readonly id: number; readonly author: string }[];
	readonly starting: boolean;
	readonly run?: RunCard;
}
