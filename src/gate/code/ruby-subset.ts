import { names } from './language.ts';
import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** All operators of the part of Ruby that the gate knows. Others belong to constructs that read the text after them in their own way. */
const marks: ReadonlySet<string> = new Set(
	'( ) [ ] { } , ; . &. :: : ? => -> = == != === =~ !~ < > <= >= <=> + - * / % ** ! ~ & | ^ && || << >> .. ... += -= *= /= %= **= ||= &&= |= &= ^= <<= >>='.split(
		' ',
	),
);
/** Names that `inject` and `reduce` may get. */
const operators = names('+ - * / % ** & | ^ << <=> lcm gcd merge concat min max');
/** Methods that read the files in `ARGV`. A name after a bar is a command. */
const readsArguments = /^(gets|readline|readlines|ARGF)$/;
const givesClass = /^(class|superclass|ancestors|singleton_class)$/;
/** Streams and their classes. Threat: the class of a stream reads, writes and runs its arguments, `$stdin.class.read("|ls")`. */
const streams = /^(\$?std(in|out|err)|STD(IN|OUT|ERR)|\$[<>]|File|IO|open|popen|Tempfile|Pathname|Dir|CSV|ARGF|DATA)$/i;

/** One pass over the tokens of code, or of code in a string. */
interface Pass {
	readonly tokens: readonly Token[];
	readonly methods: ReadonlySet<string>;
	/** Parameters with the block of a method that the code defines. */
	readonly blocks: ReadonlySet<string>;
}

/**
 * Returns why code is outside the part of Ruby that the gate knows. Threat: Ruby calls a method by a string in many ways (`inject(name)`,
 * `&name`). Some of its names and signs change how the rest is read.
 */
export function outsideRuby(
	tokens: readonly Token[],
	methods: ReadonlySet<string>,
	isLoop: boolean,
	isOfLibrary: (name: string) => boolean,
): string | undefined {
	const all = flat(tokens);
	const reopened = all.map((_, i) => reopenedAt(all, i, isOfLibrary)).find((why) => why !== undefined);
	if (reopened !== undefined) return reopened;
	const blocks = new Set(all.flatMap((_, i) => blockParameters(all, i)));
	return outside({ tokens, methods, blocks }) ?? changedArguments(all, isLoop) ?? classOfStream(all);
}

/** Classes of the language without a function in the tables. */
const core = names(
	'BasicObject NilClass TrueClass FalseClass Numeric Proc Method UnboundMethod Binding Encoding Enumerator Warning RubyVM Ractor TracePoint ARGF',
);

/**
 * Returns why a definition may change values of the language. Threat: after `class String; def strip`, Ruby computes a different text than
 * the gate.
 */
function reopenedAt(all: readonly Token[], i: number, isOfLibrary: (name: string) => boolean): string | undefined {
	const [before, token, next, sign, owner] = [all[i - 1], all[i], all[i + 1], all[i + 2], all[i + 2]];
	if (token?.kind !== 'word' || isMark(before, '.') || isMark(before, '&.') || isMark(next, ':')) return undefined;
	const isOwn = (name: Token | undefined) =>
		name?.kind === 'word' && /^[A-Z]/.test(name.text) && !core.has(name.text) && !isOfLibrary(name.text);
	if (/^(class|module)$/.test(token.text)) {
		const isSelf = isMark(next, '<<') && owner?.text === 'self';
		return isSelf || isOwn(next) ? undefined : `${token.text} ${next?.text}`;
	}
	if (token.text !== 'def' || !isMark(sign, '.')) return undefined;
	return next?.text === 'self' || isOwn(next) ? undefined : `a method of ${next?.text}`;
}

function classOfStream(all: readonly Token[]): string | undefined {
	const isGiven = all.some((token, i) => {
		const before = all[i - 1];
		const name =
			token.form === 'symbol' ? constantOf(token) : isMark(before, '.') || isMark(before, '&.') ? token.text : '';
		return givesClass.test(name ?? '');
	});
	const hasStream = all.some(({ kind, text }) => kind !== 'text' && streams.test(text));
	return isGiven && hasStream ? 'the class of a stream' : undefined;
}

function flat(tokens: readonly Token[]): readonly Token[] {
	return tokens.flatMap((token) => [
		token,
		...(token.parts ?? []).flatMap((part) => (part === undefined || typeof part === 'string' ? [] : flat(part))),
	]);
}

function outside(pass: Pass): string | undefined {
	for (const [i, token] of pass.tokens.entries()) {
		for (const part of token.parts ?? []) {
			const why = part === undefined || typeof part === 'string' ? undefined : outside({ ...pass, tokens: part });
			if (why !== undefined) return why;
		}
		const why = token.kind === 'mark' ? outsideMark(pass, i, token) : outsideWord(pass, i, token);
		if (why !== undefined) return why;
	}
	return undefined;
}

function outsideMark({ tokens, methods, blocks }: Pass, i: number, token: Token): string | undefined {
	const [before, next] = [tokens[i - 1], tokens[i + 1]];
	if (!marks.has(token.text)) return `\`${token.text}\``;
	if (/^(\.|&\.)$/.test(token.text))
		return next?.kind === 'word' || isMark(next, '(') ? undefined : 'a method that is no word';
	if (token.text === '::') return next?.kind === 'word' ? undefined : 'a name that is no word';
	if (token.text !== '&' || !passesBlock(before, token, next)) return undefined;
	if (next?.form === 'symbol') return methods.has(constantOf(next) ?? '') ? undefined : 'a method by its name';
	const isKnown = isMark(next, '->') || (next?.kind === 'word' && blocks.has(next.text)) || isMark(next, ')');
	return isKnown ? undefined : 'a method by its name';
}

/** Returns whether `&` passes a block, as in `list.each(&block)`, and not `a & b`. */
function passesBlock(before: Token | undefined, { spaced }: Token, next: Token | undefined): boolean {
	if (before === undefined || before.kind === 'end') return true;
	if (before.kind === 'mark') return !/^[)\]}]$/.test(before.text);
	return before.kind === 'word' && spaced && next?.spaced === false;
}

function constantOf({ parts = [] }: Token): string | undefined {
	const [only, ...more] = parts;
	return typeof only === 'string' && more.length === 0 ? only : undefined;
}

/** Returns the block parameter of `def name(a, &block)`. */
function blockParameters(tokens: readonly Token[], i: number): readonly string[] {
	const [sign, name] = [tokens[i], tokens[i + 1]];
	if (!isMark(sign, '&') || name?.kind !== 'word' || !isMark(tokens[i + 2], ')')) return [];
	const open = tokens.slice(Math.max(0, i - 60), i).findLastIndex((token) => isMark(token, '('));
	const from = Math.max(0, i - 60) + open;
	const isDefined = open >= 0 && [tokens[from - 2], tokens[from - 4]].some((token) => token?.text === 'def');
	return isDefined ? [name.text] : [];
}

function outsideWord({ tokens }: Pass, i: number, { kind, text }: Token): string | undefined {
	if (kind !== 'word') return undefined;
	if (text === 'def') return afterHeader(tokens, i);
	const isMethod = isMark(tokens[i - 1], '.') || isMark(tokens[i - 1], '&.');
	if (isMethod && /^(inject|reduce)$/.test(text)) return foldedBy(tokens, i + 1);
	if (isMethod && /^(read|gets)$/.test(text) && readsIntoText(tokens, i + 1)) return 'a text that is read into';
	return isMethod && /^(pack|unpack1?)$/.test(text) ? formOf(tokens, i + 1) : undefined;
}

/**
 * Returns whether the call may write what it reads into its second argument: `stream.read(4, text)`. A number or a key cannot be that text.
 */
function readsIntoText(tokens: readonly Token[], from: number): boolean {
	const isOpen = isMark(tokens[from], '(');
	const end = isOpen
		? closing(tokens, from)
		: tokens.findIndex((one, i) => i >= from && (one.kind === 'end' || one.text === ';'));
	const inner = tokens.slice(isOpen ? from + 1 : from, end < 0 ? tokens.length : end);
	return inner.some((token, i) => {
		const [next, sign] = [inner[i + 1], inner[i + 2]];
		if (isMark(token, '*') && i === 0) return true;
		const isPlain = next?.kind === 'number' || (next?.kind === 'word' && isMark(sign, ':'));
		return isMark(token, ',') && !isPlain;
	});
}

/** Checks the token after the parameters of a method. Threat: a value may begin there, so a slash may begin a regex. */
function afterHeader(tokens: readonly Token[], i: number): string | undefined {
	const open = tokens.slice(i, i + 6).findIndex((token) => isMark(token, '('));
	if (open < 0 || tokens.slice(i, i + open).some(({ kind, text }) => kind === 'end' || text === ';')) return undefined;
	const end = closing(tokens, i + open);
	const next = tokens[end + 1];
	const isPlain =
		next === undefined || next.kind === 'end' || next.kind === 'word' || isMark(next, ';') || isMark(next, '=');
	return isPlain ? undefined : 'what stands behind parameters';
}

function closing(tokens: readonly Token[], open: number): number {
	let depth = 0;
	for (let i = open; i < tokens.length; i++) {
		if (isMark(tokens[i], '(')) depth++;
		if (isMark(tokens[i], ')') && --depth === 0) return i;
	}
	return tokens.length;
}

/**
 * Checks the arguments of `inject { … }`, `inject(0) { … }`, `inject(:+)` and `inject(1, :*)`. Any other argument may be the name of a
 * method.
 */
function foldedBy(tokens: readonly Token[], from: number): string | undefined {
	const opensBlock = (token: Token | undefined) =>
		isMark(token, '{') || (token?.kind === 'word' && token.text === 'do');
	if (opensBlock(tokens[from])) return undefined;
	const end = isMark(tokens[from], '(') ? closing(tokens, from) : -1;
	const inner = tokens.slice(from + 1, end);
	const last = inner.at(-1);
	const isNamed =
		last?.form === 'symbol' &&
		operators.has(constantOf(last) ?? '') &&
		(inner.length === 1 || isMark(inner.at(-2), ','));
	const isBlock = isMark(inner[0], '&') && inner.length === 2;
	const isOne = !inner.some((token) => isMark(token, ',') || isMark(token, '*')) || isMark(inner[0], '[');
	const isStart = inner.length > 0 && opensBlock(tokens[end + 1]) && isOne;
	return end > 0 && (isBlock || isStart || (isNamed && inner.length <= 3)) ? undefined : 'a method by its name';
}

/** Checks the format of bytes. Threat: the letter `p` means an address in memory, and `buffer: text` changes a text. */
function formOf(tokens: readonly Token[], from: number): string | undefined {
	const at = isMark(tokens[from], '(') ? from + 1 : from;
	const [form, after] = [tokens[at], tokens[at + 1]];
	const written = form?.kind === 'text' ? constantOf(form) : undefined;
	return written === undefined || /p/i.test(written) || isMark(after, ',') ? 'a form of bytes' : undefined;
}

function changedArguments(all: readonly Token[], isLoop: boolean): string | undefined {
	if (!all.some(({ kind, text }) => kind === 'word' && text === 'ARGV')) return undefined;
	const isReading = all.some(
		({ kind, text }, i) => kind === 'word' && readsArguments.test(text) && !isMark(all[i - 1], '.'),
	);
	return isReading || isLoop ? 'what ARGV holds is opened' : undefined;
}
