import { z } from 'zod';
import type { ListedThread } from '../core/index.ts';
import { asData, capped, joined } from './shown.ts';
import { defineTool, done } from './tool.ts';

const longestTitle = 200;
const usual = 30;

/** One label, without a comma, because GitHub takes several labels as one string with commas between them. */
const label = z.string().refine((name) => /^[^,]+$/.test(name), 'must be one label, without a comma');
const aDay = z.string().refine((text) => z.iso.date().safeParse(text).success, 'must be a day, such as 2026-01-31');

/** Lists issues and pull requests. Anybody can open one, so the titles are marked as data, as in issue_read. */
export const issuesList = defineTool({
	name: 'issues_list',
	description:
		'List issues and pull requests of this repository, one line each, the last updated first. With `updated_before`, the longest untouched come first.',
	args: z.strictObject({
		state: z.enum(['open', 'closed', 'all']).optional(),
		kind: z.enum(['issue', 'pull-request']).optional(),
		labels: z.array(label).max(10).optional(),
		updated_before: aDay.optional(),
		limit: z.int().min(1).max(50).optional(),
	}),
	run: async ({ state = 'open', kind, labels = [], updated_before: before, limit = usual }, { toolForge }) => {
		const { items, isAll } = await toolForge.threads({
			...{ state, labels, limit },
			...(kind === undefined ? {} : { kind }),
			...(before === undefined ? {} : { updatedBefore: before }),
		});
		if (items.length === 0) return done(isAll ? 'None fits.' : 'None among those that were looked through fits.');
		const order = before === undefined ? 'the last touched first' : 'the longest untouched first';
		const more = isAll ? '' : '[there are more; narrow the list, or take them in turns]';
		const lines = asData([{ source: 'list of issues and pull requests', text: items.map(lineOf).join('\n') }]);
		return done(joined([`${items.length}, ${order}`, ...lines, more]));
	},
});

function lineOf(item: ListedThread): string {
	const { number, isPullRequest, state, title, author, comments, createdAt, updatedAt } = item;
	const kind = isPullRequest ? 'pull request' : 'issue';
	const dates = `opened ${day(createdAt)}, touched ${day(updatedAt)}`;
	const said = `${comments} ${comments === 1 ? 'comment' : 'comments'}`;
	return `#${number} ${kind}, ${state}, by @${author}, ${dates}, ${said}${labelled(item.labels)}: ${quoted(title)}`;
}

/** Returns the day of a time from GitHub. */
export function day(time: string): string {
	return time.slice(0, 10);
}

/** Returns labels in words, for the end of a list of facts. */
export function labelled(names: readonly string[]): string {
	return names.length === 0 ? '' : `, labels ${names.map(quoted).join(' ')}`;
}

/** Returns a title as one quoted line, so that it cannot begin another line. */
export function quoted(title: string): string {
	return JSON.stringify(capped(title, longestTitle));
}
