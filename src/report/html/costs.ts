import { dollars } from '../cost-words.ts';
import { counted } from '../markdown.ts';
import type { ReportView, RequestCost } from '../report-view.ts';
import { cutTo } from '../within.ts';
import { tokenChart } from './chart.ts';
import { code, type Html, html, nothing, within } from './html.ts';
import { grouped, time } from './words.ts';

const room = 200_000;

/** What each request to a model used and cost: a chart, and the table behind it. */
export function costsPart({ requests, run }: ReportView): Html {
	if (requests.length === 0) return nothing;
	const withPrice = run.costs !== undefined;
	const rows = requests.map((one, index) => requestRow(one, { number: index + 1, withPrice }));
	const { shown, left } = within(rows, room);
	return html`<section aria-labelledby="costs">
<h2 id="costs">Cost and tokens</h2>
${tokenChart(requests)}
<details><summary>${counted(requests.length, 'request')} as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Requests to the model"><table>
<thead><tr><th scope="col">#</th><th scope="col">when</th><th scope="col">model</th><th scope="col" class="num">in</th><th scope="col" class="num">cached</th><th scope="col" class="num">out</th>${withPrice ? html`<th scope="col" class="num">cost</th>` : nothing}</tr></thead>
<tbody>${shown}</tbody>
</table></div>${left > 0 ? html`<p class="more">and ${left} more, in the journal</p>` : nothing}</details>
</section>`;
}

function requestRow(
	{ at, model, input, cached, output, usd, discarded }: RequestCost,
	{ number, withPrice }: { readonly number: number; readonly withPrice: boolean },
): Html {
	const why = discarded === undefined ? nothing : html`<br>discarded: ${cutTo(discarded, 200)}`;
	const price = withPrice ? html`<td class="num">${usd === undefined ? 'not known' : dollars(usd)}</td>` : nothing;
	return html`<tr><th scope="row">${number}</th><td>${time(at)}</td><td>${code(model, 80)}${why}</td><td class="num">${grouped(input)}</td><td class="num">${grouped(cached)}</td><td class="num">${grouped(output)}</td>${price}</tr>
`;
}
