/** A link's destination that we certainly read as GitHub does. It has no blank, angle bracket, parenthesis or backslash. */
const destination = /\]\(([^()\s<>\\\]["'`]*)\)/y;
/** A destination within GitHub: a place on the page, or a path of the site. Two slashes would begin a host. */
const within = /^(?:#[\w-]*|(?!\/\/)[\w./#-]+)$/;

/**
 * Writes the host of each link after it. Threat: `[your account](https://example.com)` does not lead where its words say. A link whose host
 * is not certain becomes text. A bare address already shows its host.
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
