/**
 * A glob over names with `/`. It must match the whole name. `*` and `?` match within a component, and `**` matches any number of
 * components. `[a-z]` matches one character, and `{a,b}` matches either text. `src/**` matches `src` and everything below it.
 */
export interface Glob {
	readonly source: string;
	/** Returns whether the glob matches this name. */
	test(name: string): boolean;
	/** Returns whether the glob matches this name and everything below it. */
	coversTree(name: string): boolean;
	/** Returns whether the glob matches a name that this shell pattern could expand to. */
	meets(pattern: string): boolean;
	/** Returns whether the glob's part before its first wildcard is below this directory. */
	isBelow(directory: string): boolean;
}

/** One element of a glob: a character, or a wildcard with the characters that it accepts. */
interface Token {
	readonly char?: string;
	readonly repeats: boolean;
	readonly accepts: (char: string) => boolean;
}

interface Alternative {
	readonly text: string;
	readonly variants: readonly (readonly Token[])[];
}

const limits = { glob: 1000, name: 4096, alternatives: 64 } as const;
const notSlash = (char: string): boolean => char !== '/';
const one: Token = { repeats: false, accepts: notSlash };
const star: Token = { repeats: true, accepts: notSlash };
const tree: Token = { repeats: true, accepts: () => true };

/** Compiles a glob. If it is invalid, returns one line with the error, and a suggestion if there is one. */
export function compileGlob(source: string, of: 'path' | 'branch'): Glob | string {
	const texts = source.length > limits.glob ? 'it is too long' : alternativesOf(source);
	if (typeof texts === 'string') return texts;
	const fault = texts.map((text) => faultIn(text, of)).find((one) => one !== undefined);
	return fault ?? globOf(source, texts);
}

function globOf(source: string, texts: readonly string[]): Glob {
	const alternatives = texts.map((text) => ({ text, variants: variantsOf(text.split('/')) }));
	const isTree = ({ text }: Alternative) => text === '**' || text.endsWith('/**');
	const test = (one: Alternative, name: string) => {
		// `.` is the root itself. It is not a component of a name, so `*` does not match it.
		if (name === '.') return one.text === '**';
		return name.length <= limits.name && anchorOf(one.text) === anchorOf(name) && matches(one, literal(name));
	};
	return {
		source,
		test: (name) => alternatives.some((one) => test(one, name)),
		coversTree: (name) => alternatives.some((one) => isTree(one) && test(one, name)),
		meets: (pattern) => {
			if (pattern.length > limits.name) return true;
			const tokens = shellTokens(pattern);
			return alternatives.some((one) => anchorOf(one.text) === anchorOf(pattern) && matches(one, tokens));
		},
		isBelow: (directory) => alternatives.some((one) => fixedPart(one.text).startsWith(`${directory}/`)),
	};
}

/**
 * Returns where a name begins: in the checkout, on the machine, in the home, or in a variable. No wildcard matches a name that begins
 * elsewhere.
 */
function anchorOf(text: string): string {
	const [first = ''] = text;
	return '/~$'.includes(first) ? first : '';
}

/** Returns the directories before the first wildcard. */
function fixedPart(text: string): string {
	const components = text.split('/');
	const wild = components.findIndex((component) => /[*?[]/.test(component));
	return components.slice(0, wild < 0 ? components.length : wild).join('/');
}

/** Expands the braces of a glob. If they are invalid, returns one line with the error. */
function alternativesOf(source: string): readonly string[] | string {
	const open = source.indexOf('{');
	const close = source.indexOf('}', open);
	if (open < 0) return source.includes('}') ? 'a `}` has no `{`' : [source];
	if (close < 0) return 'a `{` is not closed';
	const inner = source.slice(open + 1, close);
	if (inner.includes('{')) return 'braces stand in braces';
	const rest = alternativesOf(source.slice(close + 1));
	if (typeof rest === 'string') return rest;
	const texts = inner.split(',').flatMap((choice) => rest.map((end) => source.slice(0, open) + choice + end));
	return texts.length > limits.alternatives ? 'its braces have too many alternatives' : texts;
}

type Check = (text: string, components: readonly string[], of: 'path' | 'branch') => string | undefined;

const checks: readonly Check[] = [
	(text) => (text === '' ? 'it is empty' : undefined),
	(text) => (text.startsWith('!') ? 'a glob cannot exclude names; put another rule before this one' : undefined),
	(text) => (text.includes('\\') ? 'use `/` between the parts of a name; a backslash is not allowed' : undefined),
	(text) => (text.replace(/\[[!^]?[^\]/]+\]/g, '').includes('[') ? 'a `[` is not closed, or holds nothing' : undefined),
	(text) => (text.startsWith('./') ? `it begins with \`./\`; did you mean \`${text.slice(2)}\`?` : undefined),
	(text) => (/.\/$/.test(text) ? `it ends in \`/\`; did you mean \`${text}**\`?` : undefined),
	(text) => (/\/\/|(^|\/)\.{1,2}(\/|$)/.test(text) ? 'it has a part that no name can have' : undefined),
	(_, components) => {
		const joined = components.find((component) => component.includes('**') && component !== '**');
		return joined === undefined
			? undefined
			: `\`**\` is joined to other characters; did you mean \`${apart(joined)}\`?`;
	},
	(text, components) =>
		text.includes('**/**') || components.filter((component) => component === '**').length > 4
			? 'it has too many `**`'
			: undefined,
	(text, _, of) =>
		of === 'path' && /^~[^/]/.test(text)
			? 'the gate does not know the homes of other users; did you mean `~/`?'
			: undefined,
	(text, _, of) =>
		of === 'branch' && /^(refs\/heads)?\//.test(text)
			? `a branch is named without \`refs/heads/\`; did you mean \`${text.replace(/^(refs\/heads)?\//, '')}\`?`
			: undefined,
];

function faultIn(text: string, of: 'path' | 'branch'): string | undefined {
	const components = text.split('/');
	for (const check of checks) {
		const fault = check(text, components, of);
		if (fault !== undefined) return fault;
	}
	return undefined;
}

/** Separates `**` from the other characters of a component, because the author probably meant it so: `src**` becomes `src/**`. */
function apart(component: string): string {
	const [before = '', after = ''] = component.split(/\*{2,}/);
	return [...(before === '' ? [] : [before]), '**', ...(after === '' ? [] : [`*${after}`])].join('/');
}

/** Returns a variant of the glob for each meaning of its `**`: no component, or any number of components with their slashes. */
function variantsOf(components: readonly string[]): readonly (readonly Token[])[] {
	const [first = '', ...others] = components;
	if (others.length === 0) return [first === '**' ? [tree] : componentTokens(first)];
	const rest = variantsOf(others);
	const head = first === '**' ? [tree] : componentTokens(first);
	const joined = rest.map((tokens) => [...head, ...literal('/'), ...tokens]);
	if (first === '**') return [...rest, ...joined];
	return others.length === 1 && others[0] === '**' ? [head, ...joined] : joined;
}

function literal(text: string): readonly Token[] {
	return [...text].map((char) => ({ char, repeats: false, accepts: (other) => other === char }));
}

function componentTokens(text: string): readonly Token[] {
	return [...text.matchAll(/\*|\?|\[(!|\^)?([^\]]+)\]|./gsu)].flatMap(([found, negated, set]) => {
		if (set !== undefined) return [classOf(set, negated !== undefined)];
		return found === '*' ? [star] : found === '?' ? [one] : literal(found);
	});
}

function classOf(set: string, isNegated: boolean): Token {
	const items = [...set.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, single]) => [single ?? from, single ?? to]);
	const holds = (char: string) => items.some(([from = '', to = '']) => from <= char && char <= to);
	return { repeats: false, accepts: (char) => notSlash(char) && holds(char) !== isNegated };
}

/** Reads a shell pattern so that it matches at least all names to which the shell could expand it. */
function shellTokens(pattern: string): readonly Token[] {
	return [...pattern.matchAll(/\*\*|\*|\?|\[[^\]]+\]|[{(][^})]*[})]|./gsu)].flatMap(([found]) => {
		if (found === '**' || /^[{(]./.test(found)) return [tree];
		if (found === '*') return [star];
		return found === '?' || /^\[./.test(found) ? [one] : literal(found);
	});
}

function matches({ variants }: Alternative, tokens: readonly Token[]): boolean {
	return variants.some((variant) => meet(variant, tokens));
}

/** Returns whether any name matches both. Each pair of positions is visited only once, so no pattern makes it slow. */
function meet(a: readonly Token[], b: readonly Token[]): boolean {
	const seen = new Set<number>();
	const open: [number, number][] = [[0, 0]];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const [i, j] = next;
		const key = i * (b.length + 1) + j;
		if (seen.has(key)) continue;
		seen.add(key);
		if (i === a.length && j === b.length) return true;
		const [x, y] = [a[i], b[j]];
		const both = x !== undefined && y !== undefined && agree(x, y);
		if (x?.repeats || (both && y.repeats)) open.push([i + 1, j]);
		if (y?.repeats || (both && x.repeats)) open.push([i, j + 1]);
		if (both && !x.repeats && !y.repeats) open.push([i + 1, j + 1]);
	}
	return false;
}

function agree(x: Token, y: Token): boolean {
	if (x.char !== undefined) return y.accepts(x.char);
	return y.char === undefined || x.accepts(y.char);
}
