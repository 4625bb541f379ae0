/** Draws the output of a terminal: only lines of text with colours (ECMA-48, Select Graphic Rendition). */

const cell = { width: 8.43, height: 19 };
const margin = 18;
const bar = 30;

const colours: Readonly<Record<number, string>> = {
	30: '#6e7681',
	31: '#ff7b72',
	32: '#7ee787',
	33: '#e3b341',
	34: '#79c0ff',
	35: '#d2a8ff',
	36: '#76e3ea',
	37: '#e6edf3',
	90: '#8b949e',
	91: '#ffa198',
	92: '#aff5b4',
	93: '#f2cc60',
	94: '#a5d6ff',
	95: '#e2c5ff',
	96: '#b3f0ff',
	97: '#ffffff',
};

const esc = String.fromCharCode(27);
const colourCodes = new RegExp(`(${esc}\\[[\\d;]*m)`);
const colourCode = new RegExp(`^${esc}\\[([\\d;]*)m$`);

interface Style {
	readonly colour?: string;
	readonly bold?: boolean;
	readonly dim?: boolean;
}

/** Successive characters with the same style, and their first column. */
interface Run {
	readonly column: number;
	readonly text: string;
	readonly style: Style;
}

/** Returns a picture of these lines, in a window with a title. Lines longer than `columns` are folded. */
export function terminalSvg(
	text: string,
	{ title, columns }: { readonly title: string; readonly columns: number },
): string {
	const rows = text.trimEnd().split('\n').flatMap(foldedAt(columns));
	const width = Math.ceil(columns * cell.width + 2 * margin);
	const height = Math.ceil(rows.length * cell.height + 2 * margin + bar);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
		`<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
		...['#ff5f56', '#ffbd2e', '#27c93f'].map(
			(fill, at) => `<circle cx="${20 + 20 * at}" cy="18" r="6" fill="${fill}"/>`,
		),
		`<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#c9d1d9">`,
		...rows.flatMap((runs, row) => runs.map((run) => drawn(run, row))),
		'</g>',
		'</svg>',
		'',
	].join('\n');
}

function drawn({ column, text, style }: Run, row: number): string {
	const x = (margin + column * cell.width).toFixed(1);
	const y = (bar + margin + row * cell.height + 4).toFixed(1);
	const length = ([...text].length * cell.width).toFixed(1);
	const looks = [
		...(style.colour === undefined ? [] : [`fill="${style.colour}"`]),
		...(style.bold === true ? ['font-weight="bold"'] : []),
		...(style.dim === true ? ['opacity="0.65"'] : []),
	];
	return `<text x="${x}" y="${y}" textLength="${length}" ${[...looks, 'xml:space="preserve"'].join(' ')}>${escaped(text)}</text>`;
}

/** Returns a function that reads a line's colours. The style ends with the line, because our output never continues it on the next line. */
function foldedAt(columns: number): (line: string) => readonly (readonly Run[])[] {
	return (line) => {
		const rows: Run[][] = [[]];
		let style: Style = {};
		let column = 0;
		for (const part of line.split(colourCodes)) {
			const codes = colourCode.exec(part)?.[1];
			if (codes !== undefined) {
				style = codes.split(';').map(Number).reduce(styled, style);
				continue;
			}
			for (let rest = [...part]; rest.length > 0; ) {
				if (column === columns) {
					rows.push([]);
					column = 0;
				}
				const text = rest.splice(0, columns - column).join('');
				if (text.trim() !== '') rows.at(-1)?.push({ column, text, style });
				column += [...text].length;
			}
		}
		return rows;
	};
}

function styled(before: Style, code: number): Style {
	if (code === 0) return {};
	if (code === 1) return { ...before, bold: true };
	if (code === 2) return { ...before, dim: true };
	if (code === 22) return { ...(before.colour === undefined ? {} : { colour: before.colour }) };
	if (code === 39) return { ...before, colour: '#c9d1d9' };
	const colour = colours[code];
	return colour === undefined ? before : { ...before, colour };
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}
