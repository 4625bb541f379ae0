import type { JournalCheck, ReportView } from '../report-view.ts';
import { counted } from '../text/markdown.ts';
import { type Html, html, ownLink } from './html.ts';

const words: Readonly<Record<JournalCheck['kind'], readonly [tag: string, tone: string, sentence: string]>> = {
	written: ['written by the job', 'good', 'The job made this page from the journal that it wrote.'],
	verified: ['verified', 'good', 'The hash chain is intact and ends at the head that was given.'],
	unanchored: [
		'unanchored',
		'ask',
		'The hash chain is intact, but lines may be missing at its end. To rule that out, compare the head below with the one in the run’s comment.',
	],
	torn: [
		'torn',
		'ask',
		'The hash chain is intact up to the last line, which is incomplete and left out here. The job was interrupted while it wrote that line.',
	],
};

/** Returns the section that says how the journal was verified, and how to verify it again. */
export function verificationPart({ check, comment, home }: ReportView): Html {
	const [tag, tone, sentence] = words[check.kind];
	return html`<section aria-labelledby="verification">
<h2 id="verification">Verification</h2>
<p><span class="tag ${tone}">${tag}</span> ${sentence}</p>
<dl class="facts"><div><dt>Journal</dt><dd>${counted(check.count, 'line')}; each holds the SHA-256 hash of the line before</dd></div>
<div><dt>Head</dt><dd><code class="hash">${check.count}:${check.hash}</code></dd></div>
<div><dt>Published</dt><dd>in the last line of ${ownLink(comment, home, 'the run’s comment')}</dd></div></dl>
<p>To verify the journal yourself, take the head from that comment, not from this page:</p>
<pre tabindex="0">countersign audit verify journal.jsonl --head &lt;lines&gt;:&lt;sha256&gt;</pre>
</section>`;
}
