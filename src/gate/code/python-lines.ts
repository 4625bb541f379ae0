import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** A statement, or the head of a compound statement. Code after the head in the same line is a separate line. */
export interface Line {
	readonly tokens: readonly Token[];
	readonly indent: number;
	/** The statement comes after a head in the same line. */
	readonly isInline: boolean;
}

const heads = /^(class|def|if|elif|else|for|while|with|try|except|finally|async)$/;

export function linesOf(tokens: readonly Token[]): readonly Line[] {
	const lines: Line[] = [];
	let indent = 0;
	let from = 0;
	for (let i = 0; i <= tokens.length; i++) {
		const token = tokens[i];
		if (token !== undefined && token.kind !== 'end') continue;
		lines.push(...statementsOf(tokens.slice(from, i), indent));
		indent = token?.indent ?? 0;
		from = i + 1;
	}
	return lines;
}

function statementsOf(tokens: readonly Token[], indent: number): readonly Line[] {
	const lines: Line[] = [];
	// The colon of a lambda does not end a head.
	let [from, depth, lambdas] = [0, 0, 0];
	const end = (i: number) => {
		if (i > from) lines.push({ tokens: tokens.slice(from, i), indent, isInline: lines.length > 0 });
		from = i;
		lambdas = 0;
	};
	for (const [i, token] of tokens.entries()) {
		if (token.kind === 'word' && token.text === 'lambda' && depth === 0) lambdas++;
		if (token.kind !== 'mark') continue;
		if (/^[([{]$/.test(token.text)) depth++;
		else if (/^[)\]}]$/.test(token.text)) depth--;
		else if (depth > 0) continue;
		else if (token.text === ';') {
			end(i);
			from = i + 1;
		} else if (token.text === ':' && isHead(tokens[from]) && --lambdas < 0) end(i + 1);
	}
	end(tokens.length);
	return lines;
}

function isHead(token: Token | undefined): boolean {
	return token?.kind === 'word' && heads.test(token.text);
}

/** Returns the lines in the bodies of classes, without the lines in their functions. */
export function classBodies(lines: readonly Line[]): readonly Line[] {
	const found: Line[] = [];
	const around: { readonly indent: number; readonly isClass: boolean }[] = [];
	for (const line of lines) {
		if (!line.isInline) while ((around.at(-1)?.indent ?? -1) >= line.indent) around.pop();
		if (around.at(-1)?.isClass === true) found.push(line);
		const [head, second] = line.tokens;
		if (!isHead(head) || !isMark(line.tokens.at(-1), ':')) continue;
		const isFunction = head?.text === 'def' || (head?.text === 'async' && second?.text === 'def');
		const isNested = !isFunction && around.at(-1)?.isClass === true;
		around.push({ indent: line.indent, isClass: head?.text === 'class' || isNested });
	}
	return found;
}
