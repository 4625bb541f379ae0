import { z } from 'zod';
import type { ChangedFile } from '../core/index.ts';
import { neutralMarkdown } from '../report/index.ts';
import { markerOf } from './marker.ts';
import { count, defineTool, done, refused } from './tool.ts';

const longest = 60_000;
const remark = z.strictObject({ path: z.string(), line: count, body: z.string() });

/** Reviews the pull request of the run in words. It neither approves nor asks for changes: that is people's. */
export const reviewWrite = defineTool({
	name: 'review_write',
	description:
		'Write one review of the pull request of this run: a summary and remarks on lines of the new version that its diff shows. It only comments.',
	args: z.strictObject({ body: z.string(), comments: z.array(remark).max(50).optional() }),
	run: async ({ body, comments = [] }, bench, context) => {
		const text = neutralMarkdown(body).trim();
		const remarks = comments.map((one) => ({ ...one, body: neutralMarkdown(one.body).trim() }));
		if ([text, ...remarks.map((one) => one.body)].some((one) => one === ''))
			return refused('A `body` is empty. Say what people should know.');
		if ([text, ...remarks.map((one) => one.body)].some((one) => one.length > longest))
			return refused(`A \`body\` is too long; at most ${longest} characters fit. Shorten it.`);
		if (!(await bench.desk.thread(bench.thread)).isPullRequest)
			return refused('This run is not on a pull request, so there is nothing to review. Use `comment`.');
		const pull = await bench.desk.pullRequest(bench.thread);
		const wrong = misplaced(remarks, await bench.desk.changedFiles(bench.thread));
		if (wrong !== '') return refused(wrong);
		const marker = markerOf('review', bench, context);
		const made = await bench.desk.review(bench.thread, { headSha: pull.headSha, body: text, remarks, marker });
		return done(`Reviewed: ${made.url}`);
	},
	findDone: async (_, bench, context) => {
		const found = await bench.desk.findReview(bench.thread, markerOf('review', bench, context));
		return found === undefined ? undefined : done(`Already reviewed: ${found.url}`);
	},
});

/** GitHub refuses a whole review for one line outside the diff, and does not say which. */
function misplaced(remarks: readonly z.infer<typeof remark>[], files: readonly ChangedFile[]): string {
	const byPath = new Map(files.map((file) => [file.path, rangesOf(file.patch ?? '')]));
	const problems = remarks.flatMap(({ path, line }) => {
		const ranges = byPath.get(path);
		if (ranges === undefined) return [`the pull request does not change \`${path}\``];
		if (ranges.some(([from, to]) => line >= from && line <= to)) return [];
		const shown = ranges.map(([from, to]) => `${from}-${to}`).join(', ') || 'none';
		return [`line ${line} of \`${path}\` is not in the diff (lines that are: ${shown})`];
	});
	return problems.length === 0
		? ''
		: `Remarks only fit lines that the diff shows: ${problems.slice(0, 10).join('; ')}.`;
}

/** The lines of the new version that a patch shows, as first and last. */
function rangesOf(patch: string): readonly (readonly [number, number])[] {
	return [...patch.matchAll(/^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, from, length = '1']) =>
		length === '0' ? [] : [[Number(from), Number(from) + Number(length) - 1] as const],
	);
}
