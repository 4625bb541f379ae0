/** An element of a page, or the text between two tags. */
export type Node = string | Element;

export interface Element {
	readonly name: string;
	readonly attributes: ReadonlyMap<string, string>;
	readonly children: Node[];
}

const voids: ReadonlySet<string> = new Set(['meta', 'br', 'hr', 'input', 'line', 'rect']);
const blocks =
	/^(?:address|article|blockquote|dd|details|div|dl|dt|fieldset|figure|figcaption|footer|h\d|header|label|legend|li|main|nav|ol|p|pre|section|summary|table|tr|ul)$/;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const tag = /<(?:(!doctype html)|(\/?)([a-z][a-z0-9]*)((?: [a-z][a-zA-Z0-9-]*(?:="[^"<>]*")?)*)(\/?))>/gy;

/**
 * Reads one of our pages, more strictly than a browser: each tag must be closed, each `<` must begin a tag, and each `&` one of five
 * entities.
 * @throws Error for anything else.
 */
export function parsedPage(text: string): Element {
	const root: Element = { name: '#page', attributes: new Map(), children: [] };
	const open = [root];
	for (let at = 0; at < text.length; ) {
		const parent = open.at(-1) ?? root;
		const end = text.indexOf('<', at);
		if (end !== at) parent.children.push(decoded(text.slice(at, end === -1 ? undefined : end)));
		if (end === -1) break;
		tag.lastIndex = end;
		const found = tag.exec(text);
		if (found === null) throw new Error(`no tag: ${text.slice(end, end + 80)}`);
		at = tag.lastIndex;
		const [, doctype, closing, name = '', attributes = '', empty] = found;
		if (doctype !== undefined) continue;
		if (closing === '/') {
			if (open.pop()?.name !== name) throw new Error(`</${name}> ends nothing: ${text.slice(end - 80, at)}`);
			continue;
		}
		const element: Element = { name, attributes: attributesIn(attributes), children: [] };
		parent.children.push(element);
		if (!voids.has(name) && empty !== '/') open.push(element);
	}
	if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> has no end`);
	return root;
}

function attributesIn(text: string): ReadonlyMap<string, string> {
	return new Map(
		[...text.matchAll(/ ([a-zA-Z0-9-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, decoded(value)]),
	);
}

function decoded(text: string): string {
	return text.replace(/&(?:(amp|lt|gt|quot|#39);)?/g, (whole, name?: string) => {
		if (name === undefined) throw new Error(`a bare &: ${text.slice(0, 80)}`);
		return entities[name] ?? whole;
	});
}

/** Returns every element of a page, in order. */
export function elementsOf(node: Element): readonly Element[] {
	return node.children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...elementsOf(child)]));
}

/** Returns the visible text, with a line for each block. The head and pictures have none. */
export function textOf(node: Element): string {
	return readable(node)
		.split('\n')
		.map((line) => line.replace(/[ \t]+/g, ' ').trim())
		.filter((line) => line !== '')
		.join('\n');
}

function readable(node: Node): string {
	if (typeof node === 'string') return node;
	if (node.name === 'head' || node.name === 'svg') return '';
	const text = node.children.map(readable).join('');
	if (node.name === 'br') return '\n';
	if (/^h\d$/.test(node.name)) return `\n${'#'.repeat(Number(node.name[1]))} ${text}\n`;
	if (node.name === 'li') return `\n- ${text}\n`;
	if (node.name === 'td' || node.name === 'th') return `${text} | `;
	return blocks.test(node.name) ? `\n${text}\n` : text;
}
