import { readDiff } from './diff-lines.ts';
import { plainText } from './plain-text.ts';

/** More lines than this make the page slow. */
const most = 2000;

/** Shows a unified diff, file by file. */
export function Diff({ text }: { readonly text: string }) {
	const files = readDiff(text);
	if (files.length === 0) return <p class="soft">No changes.</p>;
	return (
		<div class="diff">
			{files.map(({ path, added, removed, lines }) => (
				<details key={path} open>
					<summary>
						<code dir="ltr">{plainText(path)}</code> <span class="added">+{added}</span>{' '}
						<span class="removed">−{removed}</span>
					</summary>
					<pre>
						{lines.slice(0, most).map(({ kind, text: line }, index) => (
							<span key={index} class={kind} dir="ltr">
								{plainText(line) || ' '}
							</span>
						))}
					</pre>
					{lines.length > most && <p class="soft">{lines.length - most} more lines are not shown.</p>}
				</details>
			))}
		</div>
	);
}
