import { shortDuration } from '../text/durations.ts';
import { cutTo } from '../text/within.ts';
import { type Folded, fold, type TimelineItem } from './timeline-items.ts';

export interface Timeline {
	readonly requester: string;
	readonly task: string;
	readonly items: readonly TimelineItem[];
	/** How the run ended, or its current state. One sentence. */
	readonly end: string;
}

/** The most rows of the diagram. */
export const mostItems = 60;
const longestLabel = 60;

/** Returns a run as a mermaid diagram: who asked, what each job did, who approved, and how long no machine ran. */
export function timeline({ requester, task, items, end }: Timeline): string {
	const rows = fold(items, mostItems).map(row);
	return [
		'```mermaid',
		'sequenceDiagram',
		...['P as People', 'A as Agent', 'C as Checkout and GitHub'].map((who) => `  participant ${who}`),
		...[`P->>A: ${label(requester)} asks: ${label(task)}`, ...rows, `A->>P: ${label(end, 2 * longestLabel)}`].map(
			(line) => `  ${line}`,
		),
		'```',
	].join('\n');
}

function row(item: Folded): string {
	switch (item.kind) {
		case 'calls':
			return `${arrows[item.end]}: ${item.count} steps, ${item.end}`;
		case 'left':
			return note(`${item.what}: the journal has them`);
		case 'job':
			return note(`Job ${item.number}, from ${minute(item.at)}`);
		case 'wait':
			return note(
				item.broke
					? `the job broke off, the next began ${shortDuration(item.milliseconds)} later`
					: `no machine ran for ${shortDuration(item.milliseconds)}`,
			);
		case 'call':
			return `${arrows[item.end]}: ${label(item.what)}, ${callEnds[item.end]}`;
		case 'asked':
			return `A->>P: asks for approval of ${label(item.ids.join(', '))}`;
		case 'signed':
			return `P->>A: ${label(item.who)} (${label(item.role)}) approves ${label(item.id)}`;
		case 'denied':
			return `P-xA: ${deniedBy(item)} ${label(item.id)}`;
		case 'stopped':
			return `P-xA: ${label(item.who)} stops the run`;
	}
}

const callEnds = { done: 'done', failed: 'failed', blocked: 'blocked', unknown: 'result unknown' } as const;
const arrows = { done: 'A->>C', failed: 'A-xC', blocked: 'A-xA', unknown: 'A-)C' } as const;

function deniedBy({ who, role }: { readonly who: string; readonly role: string }): string {
	return who === '' ? 'nobody answered in time, so this denies' : `${label(who)} (${label(role)}) denies`;
}

function note(text: string): string {
	return `Note over P,C: ${text}`;
}

/**
 * Returns a text that others wrote, for a diagram. It keeps letters, digits and a few signs. Every other character becomes an entity,
 * because mermaid might read it as syntax.
 */
export function label(text: string, length = longestLabel): string {
	const line = cutTo(text.replace(/[\s\p{C}\p{Default_Ignorable_Code_Point}]+/gu, ' ').trim(), length);
	return line.replace(/[^ \p{Script=Latin}0-9.,/_-]|[ﬂß]/gu, (character) => `#${character.codePointAt(0) ?? 0};`);
}

/** Returns a time for a diagram. It checks the form first, because the result is not escaped. */
function minute(at: string): string {
	const [time] = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(at) ?? [];
	return time === undefined ? 'a time that is not known' : `${time.replace('T', ' ')} UTC`;
}
