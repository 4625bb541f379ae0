import type { StandingReach } from '../../core/index.ts';
import { quoted, span } from '../text/markdown.ts';
import { offeredAnswers } from './answer-offers.ts';
import { itemBlocks, type RequestItem } from './request-item.ts';
import { dividedText, type Group } from './request-parts.ts';
import { whoMayLines } from './who-may.ts';

export interface ApprovalRequest {
	readonly items: readonly RequestItem[];
	/** The time of the request. ISO 8601 UTC, as is `expires`, the end of the time for an answer. */
	readonly asked: string;
	readonly expires: string;
	/** The text of the model's reply, next to its calls. */
	readonly said: string;
	readonly requester: string;
	/** The person or team to mention, if no comment started the run. A login, or `org/team`. */
	readonly owner?: string;
	/** The hosts and services that every command may reach. */
	readonly standing: StandingReach;
}

/**
 * Returns the comments of a request, in order. Undefined if three comments cannot show everything. The text is made from the real
 * arguments. The model's own words appear only in a labelled quote.
 */
export function requestComments(request: ApprovalRequest): readonly string[] | undefined {
	const { items, requester, owner, standing } = request;
	const isBudget = items.every(({ raise }) => raise !== undefined);
	const isPlan = items.every(({ plan }) => plan !== undefined);
	const steps = items.length === 1 ? 'One step needs your approval' : `${items.length} steps need your approval`;
	const own = isPlan ? 'A plan needs your approval' : 'A budget is used up: the run needs your approval to continue';
	const title = isBudget || isPlan ? own : steps;
	const intro = `The run that @${requester} started has stopped here. No machine runs while it waits. Nothing below happens without a maintainer's answer.`;
	// This is only a mention. The request says below who may approve.
	const called = owner === undefined ? [] : [`@${owner}, please answer this, or ask a person who may answer.`];
	const groups: readonly Group[] = [
		{ blocks: [intro, ...called], continued: '' },
		...items.map((item) => ({
			blocks: itemBlocks(item, standing),
			continued: `#### ${item.id} · ${span(item.call.name)}, continued`,
		})),
	];
	const divided = (said: readonly string[]): readonly string[] | undefined =>
		dividedText(`### ✍️ ${title}`, [...groups, { blocks: [...said, answerBlock(request)], continued: '' }]);
	// If the model's words do not fit, they are left out. So they never displace a part of what is approved.
	return request.said.trim() === '' ? divided([]) : (divided([saidBlock(request.said)]) ?? divided([leftOut]));
}

const longestQuote = 4000;
const leftOut = 'What the model says about it is too long to show here. It is in the journal of the run.';

/** Returns the model's words, which an approval does not cover. If they are long, only the beginning. */
function saidBlock(said: string): string {
	const isLong = said.length > longestQuote;
	const more = isLong ? '\n\nThe rest is in the journal of the run.' : '';
	const words = quoted(said.slice(0, longestQuote));
	return `<details><summary>What the model says about it (not checked)</summary>\n\n${words}${more}\n\n</details>`;
}

function answerBlock({ items, asked, expires }: ApprovalRequest): string {
	const until = `${expires.slice(0, 16).replace('T', ' ')} UTC (${inWords(Date.parse(expires) - Date.parse(asked))})`;
	return [
		offeredAnswers(items),
		whoMayLines(items),
		`If nobody answers before ${until}, ${deniedThen(items)} denied.`,
	].join('\n\n');
}

function deniedThen(items: readonly RequestItem[]): string {
	if (items.every(({ raise }) => raise !== undefined)) return 'the request is';
	if (items.every(({ plan }) => plan !== undefined)) return 'the plan is';
	return items.length === 1 ? 'the step is' : 'the steps are';
}

const units = [
	[86_400_000, 'day'],
	[3_600_000, 'hour'],
	[60_000, 'minute'],
	[1000, 'second'],
] as const;

/** Returns `in 24 hours`, `in 90 minutes` or `in 3 days`. It uses the largest unit that gives at least two and almost a whole number. */
function inWords(milliseconds: number): string {
	const [size, noun] = units.find(([size]) => milliseconds >= 2 * size && isNearlyWhole(milliseconds / size)) ?? [
		1000,
		'second',
	];
	const count = Math.max(0, Math.round(milliseconds / size));
	return `in ${count} ${noun}${count === 1 ? '' : 's'}`;
}

function isNearlyWhole(count: number): boolean {
	return Math.abs(count - Math.round(count)) <= count / 100;
}
