import type { ReportView } from '../report-view.ts';
import { type ChangedFile, changedFiles } from '../requests/changes-text.ts';
import { counted } from '../text/markdown.ts';
import { code, type Html, html, nothing, within } from './html.ts';

const room = { all: 400_000, file: 120_000 } as const;
/** The most lines of a difference that the page shows unfolded. */
const mostOpen = 120;

/** Returns the section with the differences between the base commit and the checkout at the end of the run. */
export function changesPart({ changes, base }: ReportView): Html {
	const files = changedFiles(changes ?? '');
	if (files.length === 0) return nothing;
	const { shown, left } = within(files.map(fileEntry), room.all);
	const more =
		left === 0
			? nothing
			: html`<p class="note">${counted(left, 'more file')}. The file <code>changes.diff</code> next to this page has them all.</p>`;
	return html`<section aria-labelledby="changes">
<h2 id="changes">Changes</h2>
<p>${files.length === 1 ? '1 file differs' : `${files.length} files differ`} from the base commit ${code(base.sha.slice(0, 12))}.</p>
${shown}
${more}
</section>`;
}

const unsigned = /^(?:---|\+\+\+) /;

function fileEntry({ name, words, lines }: ChangedFile): Html {
	const content = lines.filter((line, index) => index > 1 || !unsigned.test(line));
	const { shown, left } = within(content.map(diffLine), room.file);
	const more =
		left === 0 ? nothing : html`<p class="more">and ${counted(left, 'more line')} in <code>changes.diff</code></p>`;
	const diff = content.length === 0 ? nothing : html`<pre class="diff" tabindex="0">${shown}</pre>${more}`;
	return html`<article class="file"><details${content.length <= mostOpen ? html` open` : nothing}><summary><h3>${code(name)}</h3> <span class="took">${words}</span></summary>${diff}</details></article>
`;
}

const kinds: Readonly<Record<string, string>> = { '+': 'add', '-': 'del', '@': 'hunk' };

function diffLine(line: string): Html {
	const shown = line.length > 4000 ? `${line.slice(0, 4000)}…` : line;
	return html`<span class="${kinds[line[0] ?? ''] ?? 'same'}">${shown}\n</span>`;
}
