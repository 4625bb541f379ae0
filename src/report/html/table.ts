import { type Html, html, nothing, type Part } from './html.ts';

/** The kind of a column: numbers, or the heads of the rows. */
type Kind = 'number' | 'head';

/**
 * The columns of a table: the title, a function that returns the cell of a row, and the kind. So no column can have a title without cells.
 */
export type HtmlColumns<R> = readonly (readonly [title: string, cellOf: (row: R) => Part, kind?: Kind])[];

/** Returns the row of titles. */
export function titleRow<R>(columns: HtmlColumns<R>): Html {
	return html`<tr>${columns.map(([title, , kind]) => html`<th scope="col"${numeric(kind)}>${title}</th>`)}</tr>`;
}

/** Returns the table row for one item. */
export function tableRow<R>(columns: HtmlColumns<R>, row: R): Html {
	const cells = columns.map(([, cellOf, kind]) =>
		kind === 'head' ? html`<th scope="row">${cellOf(row)}</th>` : html`<td${numeric(kind)}>${cellOf(row)}</td>`,
	);
	return html`<tr>${cells}</tr>`;
}

function numeric(kind: Kind | undefined): Html {
	return kind === 'number' ? html` class="num"` : nothing;
}
