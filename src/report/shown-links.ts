/** A link's destination that we can read as GitHub does: no blank, no angle, no bracket, no backslash. */
const destination = /\]\(([^()\s<>\\\]["'`]*)\)/y;
/** Within GitHub: a place on the page, or a path of the site; two slashes would begin a host. */
const within = /^(?:#[\w-]*|(?!\/\/)[\w./#-]+)$/;

/**
 * Threat: `[your account](https://example.com)` leads somewhere else than its words say. The host of a link is written after it; what
 * cannot be read as a link to one host is no link. A bare address shows its host by itself.
 */
export function linksShown(text: string): string {
	let out = '';
	let rest = 0;
	for (let at = text.indexOf(']('); at !== -1; at = text.indexOf('](', rest)) {
		destination.lastIndex = at;
		const [whole = '', target = ''] = destination.exec(text) ?? [];
		const shown = whole === '' ? undefined : linkEnd(whole, target);
		out += `${text.slice(rest, at)}${shown ?? ']\\('}`;
		rest = at + (shown === undefined ? 2 : whole.length);
	}
	return out + text.slice(rest);
}

function linkEnd(whole: string, target: string): string | undefined {
	if (within.test(target)) return whole;
	const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
	if (url === null || url.username !== '' || url.password !== '') return undefined;
	return url.host === 'github.com' ? whole : `${whole} (${url.host})`;
}
