import type { RequestCost } from '../report-view.ts';
import { counted } from '../text/markdown.ts';
import { type Html, html, nothing } from './html.ts';
import { grouped } from './words.ts';

const [width, height, left, bottom] = [640, 180, 56, 20];
/** The most bars. More bars would be thinner than a pixel of a phone. */
const mostBars = 160;

interface Bar {
	readonly name: string;
	readonly fresh: number;
	readonly cached: number;
	readonly output: number;
}

/** Returns a chart of the tokens of each request, as stacked bars: new input, cached input and output. */
export function tokenChart(requests: readonly RequestCost[]): Html {
	const bars = barsOf(requests);
	const top = Math.max(1, ...bars.map(({ fresh, cached, output }) => fresh + cached + output));
	const step = (width - left) / Math.max(bars.length, 8);
	return html`<figure>
<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="chart-title">
<title id="chart-title">Tokens per request: ${counted(requests.length, 'request')}, at most ${grouped(top)} tokens in one bar. The table below has the figures.</title>
${[0, 0.5, 1].map((share) => gridLine(share, top))}
${bars.map((bar, index) => stack(bar, { x: left + index * step, wide: Math.min(40, Math.max(1, step * 0.8)), top }))}
</svg>
<figcaption>${legend()}${bars.length < requests.length ? ` Each bar stands for ${Math.ceil(requests.length / mostBars)} requests.` : nothing}</figcaption>
</figure>`;
}

function barsOf(requests: readonly RequestCost[]): readonly Bar[] {
	const each = Math.ceil(requests.length / mostBars) || 1;
	return Array.from({ length: Math.ceil(requests.length / each) }, (_, index) => {
		const some = requests.slice(index * each, (index + 1) * each);
		const sum = (pick: (one: RequestCost) => number): number => some.reduce((total, one) => total + pick(one), 0);
		const first = index * each + 1;
		const name = some.length === 1 ? `Request ${first}` : `Requests ${first} to ${first + some.length - 1}`;
		const cached = sum((one) => Math.min(one.cached, one.input));
		return { name, cached, fresh: sum((one) => one.input) - cached, output: sum((one) => one.output) };
	});
}

const area = height - bottom - 10;

function gridLine(share: number, top: number): Html {
	const y = (10 + area * (1 - share)).toFixed(1);
	return html`<line class="grid" x1="${left}" x2="${width}" y1="${y}" y2="${y}"/><text x="${left - 6}" y="${y}" text-anchor="end" dominant-baseline="middle">${grouped(top * share)}</text>
`;
}

function stack(
	{ name, fresh, cached, output }: Bar,
	{ x, wide, top }: { readonly x: number; readonly wide: number; readonly top: number },
): Html {
	let y = 10 + area;
	const piece = (kind: string, count: number): Html => {
		const high = (area * count) / top;
		y -= high;
		return count === 0
			? nothing
			: html`<rect class="${kind}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${wide.toFixed(1)}" height="${high.toFixed(1)}"/>`;
	};
	const pieces = [piece('cached', cached), piece('fresh', fresh), piece('output', output)];
	return html`<g><title>${name}: ${grouped(fresh)} new input, ${grouped(cached)} cached input, ${grouped(output)} output</title>${pieces}</g>
`;
}

function legend(): Html {
	const kinds = [
		['output', 'output'],
		['fresh', 'new input'],
		['cached', 'cached input'],
	] as const;
	return html`${kinds.map(
		([kind, name]) =>
			html`<span class="key"><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="${kind}" width="10" height="10"/></svg> ${name}</span> `,
	)}`;
}
