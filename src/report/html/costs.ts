import type { ReportView, RequestCost } from '../report-view.ts';
import { dollars } from '../status/cost-words.ts';
import { counted } from '../text/markdown.ts';
import { cutTo } from '../text/within.ts';
import { tokenChart } from './chart.ts';
import { code, type Html, html, nothing, within } from './html.ts';
import { grouped, offset } from './words.ts';

const room = 200_000;

/** Returns the section with the tokens and the cost of each request to a model: a chart, then a table. */
export function costsPart({ requests, run, began }: ReportView): Html {
	if (requests.length === 0) return nothing;
	const withPrice = run.costs !== undefined;
	const rows = requests.map((one, index) => requestRow(one, { number: index + 1, withPrice, began }));
	const { shown, left: omitted } = within(rows, room);
	return html`<section aria-labelledby="costs">
<h2 id="costs">Cost and tokens</h2>
${tokenChart(requests)}
<details><summary>Table of ${counted(requests.length, 'request')}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="Requests to the model"><table>
<thead><tr><th scope="col">#</th><th scope="col">Time</th><th scope="col">Model</th><th scope="col" class="num">Input</th><th scope="col" class="num">of it cached</th><th scope="col" class="num">Output</th>${withPrice ? html`<th scope="col" class="num">Cost</th>` : nothing}</tr></thead>
<tbody>${shown}</tbody>
</table></div>${omitted > 0 ? html`<p class="more">and ${omitted} more in the journal</p>` : nothing}</details>
</section>`;
}

function requestRow(
	{ at, model, input, cached, output, usd, discarded }: RequestCost,
	{ number, withPrice, began }: { readonly number: number; readonly withPrice: boolean; readonly began: string },
): Html {
	const why = discarded === undefined ? nothing : html`<br>discarded: ${cutTo(discarded, 200)}`;
	const price = withPrice ? html`<td class="num">${usd === undefined ? 'unknown' : dollars(usd)}</td>` : nothing;
	return html`<tr><th scope="row">${number}</th><td>${offset(at, began)}</td><td>${code(model, 80)}${why}</td><td class="num">${grouped(input)}</td><td class="num">${grouped(cached)}</td><td class="num">${grouped(output)}</td>${price}</tr>
`;
}
