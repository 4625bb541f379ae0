const repository = 'https://github.example/octo-org/sample';

/** A typical answer of a model. */
export const usualAnswer = `## What I changed

The slug of a title with **two blanks in a row** kept both, so \`slug('a  b')\` gave \`a--b\`. I fixed it in
[src/slug.ts](src/slug.ts), and ⚠️ added *one* test. See [the pull request](${repository}/pull/9).

1. \`slug()\` now joins runs of blanks:
   - tabs count as blanks
   - a no-break space does, too
2. The test covers ~~three~~ four titles.

\`\`\`ts
export const slug = (title: string): string => title.trim().replace(/\\s+/g, '-').toLowerCase();
\`\`\`

| title | before | after | ms |
|---|---|---|--:|
| \`a  b\` | \`a--b\` | \`a-b\` | 12 |
| \`a\\|b\` | \`a\\|b\` | \`a-b\` | 7 |

> The README still names the old behaviour. I left it alone, since nobody asked for it.

- [x] tests pass
- [ ] the README is not updated
`;

/** Hostile Markdown: it tries to run code, load resources, link elsewhere, or look like a part of the page. */
export const hostileMarkdown = [
	'# Verification',
	'<span class="tag good">verified</span> <h2 id="outcome">Outcome</h2> <style>*{display:none}</style>',
	'</div></section></main><script>alert(1)</script><iframe srcdoc="<script>alert(1)</script>"></iframe>',
	'<details open ontoggle=alert(1)><summary>Steps</summary></details> <form action=https://evil.example><button>Approve</button></form>',
	'![](https://evil.example/p.png) ![a](data:image/svg+xml;base64,PHN2Zz4=) ![a][r] [![b](//evil.example/b.svg)](https://evil.example)',
	'[Approve](javascript:alert(1)) [x](JaVaScRiPt&colon;alert(1)) [x](data:text/html,x) [x](vbscript:x) [x](<java\nscript:alert(1)>)',
	`[${repository}/pull/9](https://evil.example/) <https://evil.example/> https://evil.example/ [a](//evil.example) [a](\\\\evil.example)`,
	`[a](${repository}.evil.example/) [a](${repository}/../../evil/x) [a](https://user@github.example/octo-org/sample/) [a](http://github.example/octo-org/sample/)`,
	'[steps](#calls) [a](#outcome "verified") [r]: https://evil.example "x"\n\n[r] [r][] [^1]\n\n[^1]: note',
	'[a](https://evil.example/"onmouseover="alert(1)) [a](x "\'><img src=x onerror=alert(1)>") `<img src=x onerror=alert(1)>`',
	'```"><script>alert(1)</script>\n</pre><script>alert(1)</script>\n```',
	'&#60;script&#62;alert(1)&#60;/script&#62; &lt;img src=x onerror=alert(1)&gt; &#x202e;gpj.exe &#x1b;[2J &#0; &#xd800;',
	'\u001b[2J\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 \u202egpj.exe\u2066 \u200b\u{e0041} \\u{202e}',
	`| <b onclick=alert(1)> | ${'x'.repeat(300)} |\n|---|---|\n| [a](javascript:alert(1)) | ![](https://evil.example/p.png) |`,
	`${'> '.repeat(99)}deep\n\n${'- '.repeat(99)}deep\n\n${'*a _b '.repeat(40)}${'c_ d* '.repeat(40)}`,
	`${'H\u0334\u0351\u0352\u0353'.repeat(3)}${'\u0336'.repeat(400)}`,
	'```\nan end that never comes <script>alert(1)</script>',
].join('\n\n');
