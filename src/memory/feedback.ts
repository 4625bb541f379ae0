import { codeSpan, minuteOf, oneLine } from './day-file.ts';

export type FeedbackOutcome = 'success' | 'failed' | 'denied' | 'approved' | 'blocked';

/** How one call ended, or that a person approved it. */
export interface FeedbackRow {
	/** ISO 8601. */
	readonly at: string;
	readonly tool: string;
	readonly outcome: FeedbackOutcome;
	/** The arguments as JSON, or a preview of it. */
	readonly args: string;
	/** The reason of a denial or block, who approved, the error, or the output. */
	readonly detail: string;
}

const detailNames: Readonly<Record<FeedbackOutcome, string>> = {
	success: 'Output',
	failed: 'Error',
	denied: 'Reason',
	approved: 'By',
	blocked: 'Reason',
};

/** Entries of a day's feedback (Wolffish, Safety Patterns: Feedback Loop). Empty without rows. */
export function feedbackText(rows: readonly FeedbackRow[]): string {
	return rows.map(rowText).join('');
}

function rowText({ at, tool, outcome, args, detail }: FeedbackRow): string {
	const lines = [`- ${minuteOf(at)} | ${tool} | ${outcome}`, `  - Args: ${codeSpan(oneLine(args, 500))}`];
	if (detail.trim() !== '') lines.push(`  - ${detailNames[outcome]}: ${oneLine(detail, 200)}`);
	return `${lines.join('\n')}\n`;
}
