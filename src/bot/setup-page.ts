import { createHash } from 'node:crypto';
import { baseStyles, type Html, html } from '../report/index.ts';
import type { Grant, Grants } from './manifest-reasons.ts';

/** The App that the page describes. */
export interface ShownApp extends Grants {
	readonly name: string;
	/** The organization that will own the App. If it is left out, the person at the browser will own it. */
	readonly organization?: string;
	/** The address to which GitHub will send events. */
	readonly webhook: string;
}

const styles = `${baseStyles}main{padding-bottom:4rem}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.4rem 1.5rem;margin:1.5rem 0}
dt{color:var(--soft)}
dd{margin:0}
.grants{margin:0;padding:0;list-style:none;border-top:1px solid var(--line)}
.grants li{padding:.7rem 0;border-bottom:1px solid var(--line)}
.level{margin-inline-start:.5rem;padding:0 .5em;border-radius:4px;background:var(--calmbg);font-size:.8125rem;white-space:nowrap}
.reason{display:block;color:var(--soft)}
summary{margin:1rem 0;cursor:pointer}
button{margin:1.5rem 0 .75rem;padding:.7rem 1.4rem;border:0;border-radius:6px;background:var(--link);color:var(--bg);font:inherit;font-weight:600;cursor:pointer}
@media (max-width:40rem){h1{font-size:1.375rem}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.6rem}button{width:100%}}
`;

/** Returns the Content-Security-Policy of these pages. The browser may only apply our styles and send the form to GitHub. */
export function setupPolicy(github: string): string {
	const digest = createHash('sha256').update(styles).digest('base64');
	return `default-src 'none'; style-src 'sha256-${digest}'; form-action ${github}; frame-ancestors 'none'; base-uri 'none'`;
}

function page(title: string, content: Html): string {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Countersign</title>
<style>${{ html: styles }}</style>
</head>
<body>
<header>
<p class="brand">Countersign bot setup</p>
<h1>${title}</h1>
</header>
<main>
${content}
</main>
</body>
</html>
`.html;
}

/** Returns the page that sends a person to GitHub. */
export function formPage(
	app: ShownApp,
	{ action, manifest }: { readonly action: string; readonly manifest: object },
): string {
	const { name, organization, webhook, permissions, events } = app;
	return page(
		'Create the GitHub App',
		html`<p>GitHub asks you to confirm before it creates anything. Read here what the App may do, and why.</p>
<dl>
<dt>Name</dt><dd>${name}</dd>
<dt>Owner</dt><dd>${organization ?? 'your GitHub account'}</dd>
<dt>Events go to</dt><dd><code>${webhook}</code></dd>
</dl>
<section aria-labelledby="permissions">
<h2 id="permissions">Permissions</h2>
<ul class="grants">${permissions.map(grantItem)}</ul>
</section>
<details>
<summary>Events that GitHub sends to the bot</summary>
<ul class="grants">${events.map(grantItem)}</ul>
</details>
<form action="${action}" method="post"><input type="hidden" name="manifest" value="${attribute(JSON.stringify(manifest))}"><button>Continue to GitHub</button></form>
<p>After you confirm, GitHub sends you back here. The App’s key and its webhook secret go to the terminal that runs <code>countersign bot setup</code>, and nowhere else.</p>`,
	);
}

const levels = { read: 'read-only', write: 'read and write' } as const;

function grantItem({ name, level, reason }: Grant): Html {
	const shown = level === undefined ? '' : html`<span class="level">${levels[level]}</span>`;
	return html`<li><strong>${name}</strong>${shown}${reason === '' ? '' : html`<span class="reason">${reason}</span>`}</li>\n`;
}

/** Escapes a value for an attribute. It changes nothing else, not even invisible characters, because GitHub must get the exact value. */
function attribute(value: string): Html {
	return {
		html: value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
	};
}

export const donePage = page(
	'GitHub created the App',
	html`<p>Go back to the terminal: it shows what to do next. You can close this page.</p>`,
);

export const refusedPage = page(
	'This link is not valid here',
	html`<p>Only the browser that opened the setup link can use this page. Run <code>countersign bot setup</code> again and open the link that it prints.</p>`,
);

export const missingPage = page(
	'Page not found',
	html`<p>Open the link that <code>countersign bot setup</code> printed.</p>`,
);
