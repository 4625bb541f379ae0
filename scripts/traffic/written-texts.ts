import type { Effect, ToolCall } from '../../src/core/index.ts';

/** A file's text after a call. Undefined if it is unknown. */
export interface WrittenText {
	readonly path: string;
	readonly text: string | undefined;
}

const heredoc = /^([^\n]*?)<<(-?)\s*(['"]?)(\w+)\3([^\n]*)\n([\s\S]*?)^\t*\4[ \t]*$/gm;
const target = /(?:^|[^0-9&>])(>>?)\s*(['"]?)([^\s'"|;&<>]+)\2|\btee\s+(-a\s+)?(['"]?)([^\s'"|;&<>]+)\5/;

interface Heredoc {
	readonly path: string;
	readonly appends: boolean;
	readonly text: string;
}

/** Returns the files that heredocs of a command line write, with the paths as written there. */
function heredocs(command: string): readonly Heredoc[] {
	return [...command.matchAll(heredoc)].flatMap(([, before = '', dash, quote, , after = '', body = '']) => {
		const found = target.exec(`${before} ${after}`);
		const path = found?.[3] ?? found?.[6];
		const isComputed = quote === '' && /[$`\\]/.test(body);
		if (path === undefined || isComputed || !/\b(?:cat|tee)\b/.test(before)) return [];
		const text = dash === '-' ? body.replace(/^\t+/gm, '') : body;
		return [{ path, appends: found?.[1] === '>>' || found?.[4] !== undefined, text }];
	});
}

function writtenPaths(effects: readonly Effect[]): readonly string[] {
	const kinds = new Set(['write', 'config.write', 'delete']);
	return effects.flatMap((effect) => (kinds.has(effect.kind) && 'path' in effect ? [effect.path] : []));
}

/** Returns what a call wrote, from the gate's effects and from the texts in the call. */
export function writtenTexts(
	{ name, args }: ToolCall,
	effects: readonly Effect[],
	textOf: (path: string) => string | undefined,
): readonly WrittenText[] {
	const documents = name === 'Bash' ? heredocs(String(args['command'])) : [];
	return writtenPaths(effects).map((path) => {
		if (name === 'Write') return { path, text: String(args['content']) };
		if (name === 'Edit') return { path, text: edited(textOf(path), args['old_string'], args['new_string']) };
		const document = documents.findLast(
			(one) => path === one.path || path.endsWith(`/${one.path.replace(/^\.?\//, '')}`),
		);
		const same = document ?? documents.findLast((one) => one.path.endsWith(`/${path}`) || one.path === `./${path}`);
		return { path, text: same && textAfter(same, textOf(path)) };
	});
}

function textAfter({ appends, text }: Heredoc, before: string | undefined): string | undefined {
	if (!appends) return text;
	return before === undefined ? undefined : before + text;
}

function edited(text: string | undefined, before: unknown, after: unknown): string | undefined {
	if (text === undefined || typeof before !== 'string' || typeof after !== 'string') return undefined;
	return text.replace(before, () => after);
}
