import type { Scope } from '../shell/program.ts';
import { drop } from './consume.ts';
import { declaredNames, mutates, tooMany } from './declared-names.ts';
import { variablesRead, withoutTexts } from './environment-reads.ts';
import { parse } from './expressions.ts';
import type { Language } from './language.ts';
import { ownMethods } from './own-methods.ts';
import { type CodeReading, doubt, noteSpelled, type Reader } from './reader.ts';
import { isReserved } from './resolve.ts';
import { type Token, tokenize, tooManyTokens } from './tokens.ts';
import { useValue } from './uses.ts';

/** The maximum amount of code that is read. */
export const limits = { characters: 60_000, elements: 40_000, codes: 12 } as const;

/** Creates the state for reading code. */
export function createReading(language: Language, scope: Scope): CodeReading {
	const reading: CodeReading = {
		language,
		places: { home: scope.facts.home, root: scope.facts.root, cwd: scope.cwd },
		directory: undefined,
		names: new Map(),
		declared: new Map(),
		ownMethods: new Set(),
		isInert: language.isInert !== undefined,
		words: new Set(),
		opened: new Set(),
		lent: new Set(),
		early: new Set(),
		mutates: false,
		findings: [],
		listed: [],
		spelled: new Set(),
		judged: new Set(),
		printed: [],
		variables: new Set(),
		sent: new Set(),
		args: [],
		isLoop: false,
		doubts: [],
		isStrange: false,
		signs: { network: false, socket: false, shell: false, runsUnknown: false, deletesUnknown: false },
		budget: { elements: limits.elements, codes: limits.codes },
		modules: new Set(),
		readCode: (text) => readInner(text, reading),
		readApart: (text) => readApart(text, reading, scope),
		use: ({ use, value, cwd }) => useValue(use, value, cwd, reading, scope),
	};
	return reading;
}

/** Reads code, judges every call in it, and records the findings in `reading`. */
export function readCode(code: string, reading: CodeReading): void {
	const { tokens: written, unsure } = tokenize(code, reading.language.grammar);
	const tokens = reading.language.prepare?.(written) ?? written;
	reading.isInert &&= reading.language.isInert?.(written) === true;
	for (const method of ownMethods(tokens, reading.language)) reading.ownMethods.add(method);
	for (const { kind, text } of tokens) if (kind === 'word') reading.words.add(text);
	if (unsure === tooManyTokens) {
		doubt(reading, unsure);
		return;
	}
	for (const { parts: [only, ...more] = [] } of tokens)
		if (typeof only === 'string' && more.length === 0) noteSpelled({ text: only }, reading);
	if (/env/i.test(code)) for (const name of variablesRead(withoutTexts(tokens))) reading.variables.add(name);
	if (unsure !== undefined) doubt(reading, unsure);
	const outside = reading.language.outside?.(written, reading.language.keywords);
	if (outside !== undefined) doubt(reading, outside);
	const checked = reading.language.check?.(tokens, reading.isLoop);
	if (checked !== undefined) doubt(reading, checked);
	reading.signs.socket ||= opensConnection(tokens);
	const { language } = reading;
	reading.mutates ||= mutates(tokens, language) || language.changes?.(tokens, language) === true;
	const banned = bannedIn(tokens, reading.language.banned);
	if (banned !== undefined) doubt(reading, banned);
	for (const [name, times] of declaredNames(tokens, reading.language)) {
		if (name === tooMany) doubt(reading, 'too much code');
		reading.declared.set(name, (reading.declared.get(name) ?? 0) + times);
		if (times > 1 && isReserved(name, reading)) doubt(reading, `a new meaning of ${name}`);
	}
	const reader: Reader = { parse, reading, tokens, at: 0, depth: 0, isNested: false };
	for (const value of parse.group(reader, undefined).items) drop(value, reading);
}

/** Names that open a connection or wait for one, and that have no row. */
const connection =
	/^(createServer|(TCP|UNIX)Server|socketserver|stream_socket_(server|accept)|socket_(accept|create_listen)|start_server|open_connection|INADDR_ANY|IO::Socket(::\w+)*)$/;

function opensConnection(tokens: readonly Token[]): boolean {
	const words = new Set(tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : [])));
	const isServing = words.has('bind') && (words.has('listen') || words.has('accept'));
	return isServing || [...words].some((word) => connection.test(word));
}

function bannedIn(tokens: readonly Token[], banned: RegExp | undefined): string | undefined {
	if (banned === undefined) return undefined;
	for (const { kind, text, parts = [] } of tokens) {
		if (kind === 'word' && banned.test(text)) return text;
		for (const part of parts) {
			const found = typeof part === 'string' ? banned.exec(part)?.[0] : bannedIn(part ?? [], banned);
			if (found !== undefined) return found;
		}
	}
	return undefined;
}

/** Reads code inside the code. It must set no names, because the code around it may use them. */
function readInner(code: string, reading: CodeReading): void {
	if (--reading.budget.codes < 0 || code.length > limits.characters) {
		doubt(reading, 'code in code in code');
		return;
	}
	if (declaredNames(tokenize(code, reading.language.grammar).tokens, reading.language).size > 0)
		doubt(reading, 'code that sets names of the code around it');
	readCode(code, reading);
}

/** Reads code inside the code that has its own names. Its effects are recorded, but the names that it sets are dropped. */
function readApart(code: string, reading: CodeReading, scope: Scope): void {
	if (--reading.budget.codes < 0 || code.length > limits.characters) {
		doubt(reading, 'code in code in code');
		return;
	}
	const apart = createReading(reading.language, scope);
	apart.budget.elements = reading.budget.elements;
	apart.budget.codes = reading.budget.codes;
	apart.directory = reading.directory;
	readCode(code, apart);
	Object.assign(reading.budget, apart.budget);
	for (const why of apart.doubts) doubt(reading, why);
	reading.findings.push(...apart.findings);
	for (const name of ['spelled', 'judged', 'variables', 'sent', 'modules', 'opened', 'lent'] as const)
		for (const one of apart[name]) reading[name].add(one);
	for (const sign of ['network', 'socket', 'shell', 'runsUnknown', 'deletesUnknown'] as const)
		reading.signs[sign] ||= apart.signs[sign];
}
