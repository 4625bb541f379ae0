import { oneLine } from './day-file.ts';
import { feedbackRows, type KeptRow } from './feedback.ts';
import { keptFile } from './kept-files.ts';

/** The longest digest, in characters. */
const longest = 2_400;
const mostLines = 12;
const recentDays = 7;
/** If the last days have fewer decisions than this, older ones are shown, too. */
const enough = 5;
/** The most days that are searched. */
const mostDays = 90;

/**
 * Summarizes the maintainers' decisions about calls, grouped by tool and by rule or program, with their newest reasons (Wolffish, Safety
 * Patterns: Feedback Loop). The same files and day always give the same text. It is empty without decisions. This text is only information
 * for the model. The gate does not use it.
 */
export function feedbackDigest(files: ReadonlyMap<string, string>, today: string): string {
	const rows = decisionsIn(files, today);
	const [oldest, newest] = [rows[0]?.day, rows.at(-1)?.day];
	if (oldest === undefined || newest === undefined) return '';
	const groups = [...Map.groupBy(rows, subjectOf)].map(([subject, all]) => ({ subject, all }));
	groups.sort(
		(a, b) => denials(b.all) - denials(a.all) || b.all.length - a.all.length || (a.subject < b.subject ? -1 : 1),
	);
	const intro = `Decided by maintainers ${oldest === newest ? `on ${newest}` : `from ${oldest} to ${newest}`} (not a permission: each call is judged anew):`;
	const lines = groups.slice(0, mostLines).map(({ subject, all }) => lineOf(subject, all));
	const more = groups.length - mostLines;
	return within([intro, ...lines, ...(more > 0 ? [`- ${more} more kinds of calls`] : [])]);
}

/**
 * Decisions, oldest first. A blocked call was decided by the policy and not by a person. It is included because it shows what is not worth
 * trying.
 */
function decisionsIn(files: ReadonlyMap<string, string>, today: string): readonly KeptRow[] {
	const days = [...files]
		.flatMap(([path, text]) => {
			const kept = keptFile(path);
			return kept?.folder === 'feedback' && kept.day <= today ? [{ day: kept.day, text }] : [];
		})
		.filter(({ day }) => daysBetween(day, today) < mostDays)
		.sort((a, b) => (a.day < b.day ? -1 : 1))
		.map(({ day, text }) => ({ day, rows: feedbackRows(day, text).filter(isDecision) }));
	let found: readonly KeptRow[] = [];
	for (const { day, rows } of days.toReversed()) {
		if (daysBetween(day, today) >= recentDays && found.length >= enough) break;
		found = [...rows, ...found];
	}
	return found;
}

function isDecision({ outcome }: KeptRow): boolean {
	return outcome === 'approved' || outcome === 'denied' || outcome === 'blocked';
}

function daysBetween(day: string, today: string): number {
	return Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
}

function denials(rows: readonly KeptRow[]): number {
	return rows.filter(({ outcome }) => outcome === 'denied').length;
}

/** The group of a decision: the tool, the program of a command line, and the rule (if one asked or blocked). */
function subjectOf({ tool, args, rule }: KeptRow): string {
	const [, program] = tool === 'shell_exec' ? (/"command":\s*"\s*([\w./@+-]+)/.exec(args) ?? []) : [];
	const what = program === undefined ? tool : `${tool} \`${program}\``;
	return rule === '' ? what : `${what} (rule ${rule})`;
}

const outcomes = ['approved', 'denied', 'blocked'] as const;
const reasonsEach = 2;

function lineOf(subject: string, rows: readonly KeptRow[]): string {
	const counts = outcomes.flatMap((outcome) => {
		const { length } = rows.filter((row) => row.outcome === outcome);
		return length === 0 ? [] : [`${outcome} ${length}×`];
	});
	const said = rows
		.filter(({ outcome, reason }) => outcome === 'denied' && reason !== '')
		.toReversed()
		.slice(0, reasonsEach)
		.map(({ day, by, reason }) => `${day}${by === '' ? '' : ` ${by}`}: “${oneLine(reason, 160)}”`);
	return `- ${oneLine(subject, 160)}: ${counts.join(', ')}${said.length === 0 ? '' : `. Denied ${said.join('; ')}`}`;
}

/** As many whole lines as fit. */
function within(lines: readonly string[]): string {
	let text = '';
	for (const line of lines) {
		if (text.length + line.length + 1 > longest) break;
		text += `${line}\n`;
	}
	return text.trimEnd();
}
