import { type CommentFacts, markerWith, minuteOf, type StandingReach } from '../../core/index.ts';
import { timeLeft } from '../text/durations.ts';
import { quoted, span } from '../text/markdown.ts';
import { joinedTexts, lineFacts, type MarkedText, marked } from '../text/marked-text.ts';
import { partMarker } from '../text/markers.ts';
import { offeredAnswers } from './answer-offers.ts';
import { itemBlocks, type RequestItem } from './request-item.ts';
import { dividedText, type Group } from './request-parts.ts';
import { whoMayLines } from './who-may.ts';

export interface ApprovalRequest {
	readonly items: readonly RequestItem[];
	/** The time of the request. `expires` is the end of the time for an answer. Both are ISO 8601 UTC. */
	readonly asked: string;
	readonly expires: string;
	/** The text that the model wrote together with the calls. */
	readonly said: string;
	readonly requester: string;
	/** The person or team to mention, if no comment started the run. A login, or `org/team`. */
	readonly owner?: string;
	/** The hosts and services that every command may reach. */
	readonly standing: StandingReach;
}

/** One comment of a request: what people read, and the facts in its hidden marker. */
export interface RequestComment {
	readonly text: string;
	readonly facts: Pick<CommentFacts, 'asks' | 'lines'>;
}

/** Returns each comment of a request with its marker. Only the last comment has the request's own name. */
export function postedAs(
	name: string,
	comments: readonly RequestComment[],
): readonly { readonly marker: string; readonly text: string }[] {
	return comments.map(({ text, facts }, index) => {
		const own = index === comments.length - 1 ? name : partMarker(name, index + 1);
		return { marker: markerWith(own, facts), text };
	});
}

/**
 * Returns the comments of a request, in order. Undefined if three comments cannot show everything. The text shows the real arguments. The
 * model's own words appear only in a labelled quote.
 */
export function requestComments(request: ApprovalRequest): readonly RequestComment[] | undefined {
	const { items, requester, owner, standing, said: words, asked: _asked, expires: _expires, ...rest } = request;
	// If a field is missing above, the code does not compile. Otherwise people would not see that field.
	rest satisfies Readonly<Record<string, never>>;
	const isBudget = items.every(({ raise }) => raise !== undefined);
	const isPlan = items.every(({ plan }) => plan !== undefined);
	const steps = items.length === 1 ? 'One step needs your approval' : `${items.length} steps need your approval`;
	const own = isPlan ? 'A plan needs your approval' : 'A budget is used up: the run needs your approval to continue';
	const title = isBudget || isPlan ? own : steps;
	const intro = `The run that @${requester} started has stopped here. No machine runs while it waits. Nothing below happens without a maintainer's answer.`;
	// This only notifies the owner. The request says below who may approve.
	const called = owner === undefined ? [] : [marked(`@${owner}, please answer this, or ask a person who may answer.`)];
	const groups: readonly Group[] = [
		{ blocks: [marked(intro, 'github'), ...called], continued: '' },
		...items.map((item) => ({
			blocks: itemBlocks(item, standing).map((text) => marked(text)),
			continued: `#### ${item.id} · ${span(item.call.name)}, continued`,
		})),
	];
	const divided = (...said: readonly string[]): readonly MarkedText[] | undefined => {
		const last = [...said.map((text) => marked(text)), answerBlock(request)];
		return dividedText(`### ✍️ ${title}`, [...groups, { blocks: last, continued: '' }]);
	};
	// If the model's words do not fit, they are left out. So they never take the space of the steps to approve.
	const texts = words.trim() === '' ? divided() : (divided(saidBlock(words)) ?? divided(leftOut));
	return texts?.map((text, index) => commentOf(text, index === texts.length - 1 ? { asks: asksOf(items) } : {}));
}

function commentOf(text: MarkedText, asks: Pick<CommentFacts, 'asks'>): RequestComment {
	return { text: text.text, facts: { ...asks, ...lineFacts(text) } };
}

/** Returns each id with the bindings of its calls, for the last comment of the request. */
function asksOf(items: readonly RequestItem[]): NonNullable<CommentFacts['asks']> {
	const bindings = ({ verdict, alike = [] }: RequestItem): readonly string[] =>
		[verdict, ...alike].map(({ binding }) => binding.slice(0, 16));
	return Object.fromEntries(items.map((item) => [item.id, bindings(item)]));
}

const longestQuote = 4000;
const leftOut = 'What the model says about it is too long to show here. It is in the journal of the run.';

/** Returns the model's words, which an approval does not cover. If they are long, it returns only the beginning. */
function saidBlock(said: string): string {
	const isLong = said.length > longestQuote;
	const more = isLong ? '\n\nThe rest is in the journal of the run.' : '';
	const words = quoted(said.slice(0, longestQuote));
	return `<details><summary>What the model says about it (not checked)</summary>\n\n${words}${more}\n\n</details>`;
}

function answerBlock({ items, asked, expires }: ApprovalRequest): MarkedText {
	const until = `${minuteOf(expires)} (${timeLeft(Date.parse(expires) - Date.parse(asked))})`;
	return joinedTexts([
		marked(offeredAnswers(items), 'answers'),
		whoMayLines(items),
		marked(`If nobody answers before ${until}, ${deniedThen(items)} denied.`),
	]);
}

function deniedThen(items: readonly RequestItem[]): string {
	if (items.every(({ raise }) => raise !== undefined)) return 'the request is';
	if (items.every(({ plan }) => plan !== undefined)) return 'the plan is';
	return items.length === 1 ? 'the step is' : 'the steps are';
}
