import { counted } from '../markdown.ts';
import type { JournalCheck, ReportView } from '../report-view.ts';
import { type Html, html, ownLink } from './html.ts';

const words: Readonly<Record<JournalCheck['kind'], readonly [tag: string, tone: string, sentence: string]>> = {
	written: ['written by the job', 'good', 'This page was made by the job that wrote the journal, from it.'],
	verified: ['verified', 'good', 'The chain holds, and it ends exactly at the head that was given.'],
	unanchored: [
		'unanchored',
		'ask',
		'The chain holds. Whether its end was cut only a head from elsewhere can tell: compare it with the one in the run’s comment.',
	],
	torn: [
		'torn',
		'ask',
		'The chain holds up to a last line without an end, which is left out: the job was cut off there.',
	],
};

/** How far what this page says can be proven. */
export function verificationPart({ check, comment, home }: ReportView): Html {
	const [tag, tone, sentence] = words[check.kind];
	return html`<section aria-labelledby="verification">
<h2 id="verification">Verification</h2>
<p><span class="tag ${tone}">${tag}</span> ${sentence}</p>
<dl class="facts"><div><dt>Lines</dt><dd>${counted(check.count, 'line')}, each holds the SHA-256 of the one before</dd></div>
<div><dt>Head</dt><dd><code class="hash">${check.count}:${check.hash}</code></dd></div>
<div><dt>Published</dt><dd>in ${ownLink(comment, home, 'the run’s comment')}, its last line</dd></div></dl>
<p>To prove it, with the head from that comment and not from this page:</p>
<pre tabindex="0">countersign audit verify journal.jsonl --head &lt;lines&gt;:&lt;sha256&gt;</pre>
</section>`;
}
