import { type Html, html, nothing, type Part } from './html.ts';

/** How a column is set: as numbers, or as the heads of the rows. */
type Kind = 'number' | 'head';

/** The columns of a table: the title, the cell of a row, and how it is set. A title cannot be without its cells. */
export type HtmlColumns<R> = readonly (readonly [title: string, cellOf: (row: R) => Part, kind?: Kind])[];

/** Returns the row of titles. */
export function titleRow<R>(columns: HtmlColumns<R>): Html {
	return html`<tr>${columns.map(([title, , kind]) => html`<th scope="col"${numeric(kind)}>${title}</th>`)}</tr>`;
}

/** Returns the row of one thing. */
export function tableRow<R>(columns: HtmlColumns<R>, row: R): Html {
	const cells = columns.map(([, cellOf, kind]) =>
		kind === 'head' ? html`<th scope="row">${cellOf(row)}</th>` : html`<td${numeric(kind)}>${cellOf(row)}</td>`,
	);
	return html`<tr>${cells}</tr>`;
}

function numeric(kind: Kind | undefined): Html {
	return kind === 'number' ? html` class="num"` : nothing;
}
