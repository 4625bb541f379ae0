import { codeSpan, minuteOf, oneLine } from './day-file.ts';

export type FeedbackOutcome = 'success' | 'failed' | 'denied' | 'approved' | 'blocked';

/** How one call ended, or who approved it. */
export interface FeedbackRow {
	/** ISO 8601. */
	readonly at: string;
	readonly tool: string;
	readonly outcome: FeedbackOutcome;
	/** The arguments as JSON, or a preview of it. */
	readonly args: string;
	/** The reason of a denial or block, the approver, the error, or the output. */
	readonly detail: string;
	/** The rule that required an approval or blocked the call. */
	readonly rule?: string;
	/** Who denied it. */
	readonly by?: string;
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

function rowText({ at, tool, outcome, args, detail, rule, by }: FeedbackRow): string {
	const lines = [`- ${minuteOf(at)} | ${oneLine(tool, 100)} | ${outcome}`, `  - Args: ${codeSpan(oneLine(args, 500))}`];
	if (detail.trim() !== '') lines.push(`  - ${detailNames[outcome]}: ${oneLine(detail, 200)}`);
	if (by !== undefined) lines.push(`  - By: ${oneLine(by, 100)}`);
	if (rule !== undefined && rule !== '') lines.push(`  - Rule: ${oneLine(rule, 100)}`);
	return `${lines.join('\n')}\n`;
}

/** A stored row with the day of its file. */
export interface KeptRow {
	readonly day: string;
	readonly tool: string;
	readonly outcome: FeedbackOutcome;
	readonly args: string;
	readonly reason: string;
	readonly by: string;
	readonly rule: string;
}

const head = /^- \d{2}:\d{2} \| (\S+) \| (success|failed|denied|approved|blocked)$/;
const part = /^ {2}- (Args|Reason|By|Rule): (.*)$/;

/**
 * The rows of a day's feedback, oldest first. Text that is not such a row is skipped, because anybody with push access may have written it.
 */
export function feedbackRows(day: string, text: string): readonly KeptRow[] {
	const rows: { tool: string; outcome: FeedbackOutcome; parts: Map<string, string> }[] = [];
	for (const line of text.split('\n')) {
		const [, tool, outcome] = head.exec(line) ?? [];
		if (tool !== undefined) rows.push({ tool, outcome: outcome as FeedbackOutcome, parts: new Map() });
		const [, name, value = ''] = part.exec(line) ?? [];
		if (name !== undefined) rows.at(-1)?.parts.set(name, value);
	}
	return rows.map(({ tool, outcome, parts }) => {
		const [args, reason, by, rule] = ['Args', 'Reason', 'By', 'Rule'].map((name) => parts.get(name) ?? '');
		return { day, tool, outcome, args: args ?? '', reason: reason ?? '', by: by ?? '', rule: rule ?? '' };
	});
}
