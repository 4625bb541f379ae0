import { z } from 'zod';
import type { ChangedFile, ReviewText } from '../core/index.ts';
import { neutralMarkdown } from '../report/index.ts';
import { markerOf } from './marker.ts';
import { count, defineTool, done, refused } from './tool.ts';

const longest = 60_000;
const remark = z.strictObject({
	path: z.string(),
	line: count,
	start_line: count.optional(),
	body: z.string(),
	suggestion: z.string().optional(),
});
type Remark = z.infer<typeof remark>;

/** Writes a review with comments on the run's pull request. It never approves or requests changes, because only people do that. */
export const reviewWrite = defineTool({
	name: 'review_write',
	description:
		'Write one review of the pull request of this run: a summary, and remarks on lines of the new version that its diff shows. A remark can suggest a replacement for its lines. The review only comments.',
	args: z.strictObject({ body: z.string(), comments: z.array(remark).max(50).optional() }),
	run: async ({ body, comments = [] }, services, context) => {
		const text = neutralMarkdown(body).trim();
		const unsuggestable = comments.find(({ suggestion = '' }) => suggested(suggestion) === undefined);
		if (unsuggestable !== undefined)
			return refused(
				`The suggestion for line ${unsuggestable.line} of \`${unsuggestable.path}\` holds hidden characters, a name with @, or a line that bots obey: describe it in words.`,
			);
		const remarks = comments.map(remarkOf);
		if ([text, ...remarks.map((one) => one.body)].some((one) => one === ''))
			return refused('A `body` is empty. Say what people should know.');
		if ([text, ...remarks.map((one) => one.body)].some((one) => one.length > longest))
			return refused(`A \`body\` is too long; at most ${longest} characters fit. Shorten it.`);
		if (!(await services.toolForge.thread(services.thread)).isPullRequest)
			return refused('This run is not on a pull request, so there is nothing to review. Use `comment`.');
		const pull = await services.toolForge.pullRequest(services.thread);
		const wrong = misplaced(remarks, await services.toolForge.changedFiles(services.thread));
		if (wrong !== '') return refused(wrong);
		const marker = markerOf('review', services, context);
		const made = await services.toolForge.review(services.thread, {
			headSha: pull.headSha,
			body: text,
			remarks,
			marker,
		});
		return done(`Reviewed: ${made.url}`);
	},
	findDone: async (_, services, context) => {
		const found = await services.toolForge.findReview(services.thread, markerOf('review', services, context));
		return found === undefined ? undefined : done(`Already reviewed: ${found.url}`);
	},
});

/** Builds a remark. The suggestion is a block below the text, so a person can apply it with one click. */
function remarkOf({ path, line, start_line: startLine, body, suggestion }: Remark): ReviewText['remarks'][number] {
	const words = neutralMarkdown(body).trim();
	const text = suggestion === undefined ? words : `${words}\n\n${suggested(suggestion) ?? ''}`;
	return { path, line, body: text, ...(startLine === undefined || startLine === line ? {} : { startLine }) };
}

/** Returns a suggestion block with exactly these lines. Returns undefined if GitHub could show the lines differently. */
function suggested(suggestion: string): string | undefined {
	const longest = Math.max(2, ...[...suggestion.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = '`'.repeat(longest + 1);
	const block = `${fence}suggestion\n${suggestion.replace(/\n$/, '')}\n${fence}`;
	return neutralMarkdown(block) === block ? block : undefined;
}

/**
 * Returns a text about the remarks outside the diff, because GitHub would refuse the whole review and not say which remark is wrong. Empty
 * if all are inside.
 */
function misplaced(remarks: ReviewText['remarks'], files: readonly ChangedFile[]): string {
	const byPath = new Map(files.map((file) => [file.path, rangesOf(file.patch ?? '')]));
	const problems = remarks.flatMap(({ path, line, startLine = line }) => {
		const ranges = byPath.get(path);
		if (ranges === undefined) return [`the pull request does not change \`${path}\``];
		if (ranges.some(([from, to]) => startLine >= from && startLine <= line && line <= to)) return [];
		const where = startLine === line ? `line ${line}` : `lines ${startLine} to ${line}`;
		const is = startLine === line ? 'is not in the diff' : 'are not in one part of the diff';
		const shown = ranges.map(([from, to]) => `${from}-${to}`).join(', ') || 'none';
		return [`${where} of \`${path}\` ${is} (lines that are: ${shown})`];
	});
	return problems.length === 0
		? ''
		: `Remarks only fit lines that the diff shows: ${problems.slice(0, 10).join('; ')}.`;
}

/** Returns the first and last line, in the new version, of each part that a patch shows. */
function rangesOf(patch: string): readonly (readonly [number, number])[] {
	return [...patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, from, length = '1']) =>
		length === '0' ? [] : [[Number(from), Number(from) + Number(length) - 1] as const],
	);
}
