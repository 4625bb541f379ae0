import type { ReportCall } from '../report-view.ts';
import { code, type Html, html, nothing } from './html.ts';

type Match = ReportCall['matches'][number];

/** Returns the rule that decided and its file, on a line below the reason. */
export function ruleWords({ row, risk, matches }: Pick<ReportCall, 'row' | 'risk' | 'matches'>): Html {
	if (row.rule === '') return nothing;
	const deciding = matches.find(({ rule, decision }) => rule === row.rule && decision === row.verdict) ?? matches[0];
	return html`<p class="more">Rule ${ruleName(row.rule, deciding)}${risk === undefined ? '' : ` · ${risk} risk`}</p>`;
}

/** Returns a rule and its file. If the rule is a long pattern, only its beginning is shown. */
export function ruleName(rule: string, match: Pick<Match, 'file' | 'line'> = {}): Html {
	const { file, line } = match;
	if (file === undefined) return code(rule, 80);
	return html`${code(rule, 80)} in ${code(line === undefined ? file : `${file}:${line}`)}`;
}
