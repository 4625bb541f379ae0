import type { ReportView, RequestCost } from '../report-view.ts';
import { dollars } from '../status/cost-words.ts';
import { counted } from '../text/markdown.ts';
import { cutTo } from '../text/within.ts';
import { tokenChart } from './chart.ts';
import { code, type Html, html, nothing, within } from './html.ts';
import { type HtmlColumns, tableRow, titleRow } from './table.ts';
import { grouped, offset } from './words.ts';

const room = 200_000;

/** Returns the section with the tokens and the cost of each request to a model: a chart, then a table. */
export function costsPart({ requests, run, began }: ReportView): Html {
	if (requests.length === 0) return nothing;
	const columns = run.costs === undefined ? costColumns : [...costColumns, priceColumn];
	const rows = requests.map((one, index) => html`${tableRow(columns, { ...one, number: index + 1, began })}\n`);
	const { shown, left: omitted } = within(rows, room);
	return html`<section aria-labelledby="costs">
<h2 id="costs">Cost and tokens</h2>
${tokenChart(requests)}
<details><summary>Table of ${counted(requests.length, 'request')}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="Requests to the model"><table>
<thead>${titleRow(columns)}</thead>
<tbody>${shown}</tbody>
</table></div>${omitted > 0 ? html`<p class="more">and ${omitted} more in the journal</p>` : nothing}</details>
</section>`;
}

interface CostRow extends RequestCost {
	readonly number: number;
	/** When the run began. */
	readonly began: string;
}

const costColumns: HtmlColumns<CostRow> = [
	['#', ({ number }) => number, 'head'],
	['Time', ({ at, began }) => offset(at, began)],
	['Model', modelCell],
	['Input', ({ input }) => grouped(input), 'number'],
	['of it cached', ({ cached }) => grouped(cached), 'number'],
	['Output', ({ output }) => grouped(output), 'number'],
];
const priceColumn: HtmlColumns<CostRow>[number] = [
	'Cost',
	({ usd }) => (usd === undefined ? 'unknown' : dollars(usd)),
	'number',
];

function modelCell({ model, discarded }: CostRow): Html {
	const why = discarded === undefined ? nothing : html`<br>discarded: ${cutTo(discarded, 200)}`;
	return html`${code(model, 80)}${why}`;
}
