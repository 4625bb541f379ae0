import { isCredential } from '../sensitive.ts';
import { type Finding, opaque, type Scope, secret } from '../shell/program.ts';
import { runsFile } from '../shell/roles.ts';
import { isSecretName } from '../shell/state.ts';
import { constant, type Word } from '../shell/word.ts';
import { drop, isReserved } from './calls.ts';
import { declaredNames, mutates, tooMany } from './declared-names.ts';
import { parse } from './expressions.ts';
import type { CodeStart, Language, LanguageName } from './language.ts';
import { languages } from './languages.ts';
import { doubt, type Ground, type Reader } from './reader.ts';
import { type Token, tokenize } from './tokens.ts';
import { useValue } from './uses.ts';
import { deletedByWalking } from './walking.ts';

const limits = { characters: 60_000, elements: 40_000, tokens: 8_000, codes: 12 } as const;

/**
 * What inline code of another language would do (leashd, Safety Pipeline: CommandAnalyzer, told apart by effects): commands and
 * command lines that it starts, paths, hosts and secrets. Where one token of it is not known to be harmless, it is opaque beside that.
 */
export function analyseCode(name: LanguageName, code: Word, scope: Scope, start: CodeStart = {}): readonly Finding[] {
	if (code.fetched || code.stream?.fetched === true)
		return [opaque('fetched code: what another machine answers is executed')];
	if (code.text.length > limits.characters) return [opaqueCode(code.text, 'it is too long')];
	const language = languages[name];
	const ground = createGround(language, scope);
	if (!code.known || code.stream !== undefined) doubt(ground, 'a part of it cannot be known');
	for (const set of start.sets ?? []) ground.declared.set(set, 2);
	if (start.doubt !== undefined) doubt(ground, start.doubt);
	if (start.isFed && /^.*\n?.*coding[:=]/.test(code.text)) doubt(ground, 'an encoding of its own');
	readCode(start.isFed ? (language.embedded?.(code.text) ?? code.text) : code.text, ground);
	const findings = [
		...ground.findings,
		...shadowed(ground, scope),
		...signsOf(ground),
		...deletedByWalking(ground, code.text, scope),
	];
	const [reason] = ground.doubts;
	return distinct(reason === undefined ? findings : [...findings, opaqueCode(code.text, reason), ...named(code.text)]);
}

function createGround(language: Language, scope: Scope): Ground {
	const ground: Ground = {
		language,
		places: { home: scope.facts.home, root: scope.facts.root, cwd: scope.cwd },
		directory: undefined,
		names: new Map(),
		declared: new Map(),
		mutates: false,
		findings: [],
		listed: [],
		doubts: [],
		signs: { network: false, socket: false, shell: false, runsUnknown: false, deletesUnknown: false },
		budget: { elements: limits.elements, codes: limits.codes },
		modules: new Set(),
		readCode: (text) => readInner(text, ground),
		use: ({ use, value, cwd }) => useValue(use, value, cwd, ground, scope),
	};
	return ground;
}

function readCode(code: string, ground: Ground): void {
	const { tokens, unsure } = tokenize(code, ground.language.grammar);
	if (tokens.length > limits.tokens) {
		doubt(ground, 'too much code');
		return;
	}
	if (unsure !== undefined) doubt(ground, unsure);
	const checked = ground.language.check?.(tokens);
	if (checked !== undefined) doubt(ground, checked);
	ground.mutates ||= mutates(tokens, ground.language);
	const banned = bannedIn(tokens, ground.language.banned);
	if (banned !== undefined) doubt(ground, banned);
	for (const [name, times] of declaredNames(tokens, ground.language)) {
		if (name === tooMany) doubt(ground, 'too much code');
		ground.declared.set(name, (ground.declared.get(name) ?? 0) + times);
		if (times > 1 && isReserved(name, ground)) doubt(ground, `a new meaning of ${name}`);
	}
	const reader: Reader = { parse, ground, tokens, at: 0, depth: 0, isNested: false };
	for (const value of parse.group(reader, undefined).items) drop(value, ground);
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

/** Code in the code: what it sets may be used outside, so it must set nothing. */
function readInner(code: string, ground: Ground): void {
	if (--ground.budget.codes < 0 || code.length > limits.characters) {
		doubt(ground, 'code in code in code');
		return;
	}
	if (declaredNames(tokenize(code, ground.language.grammar).tokens, ground.language).size > 0)
		doubt(ground, 'code that sets names of the code around it');
	readCode(code, ground);
}

/** A module that lies where the code runs comes before the library's own. */
function shadowed(ground: Ground, scope: Scope): readonly Finding[] {
	const files = [...ground.modules].flatMap((module) => ground.language.shadows?.(module) ?? []);
	return files.flatMap((file) => {
		const path = scope.cwd === undefined ? undefined : `${scope.cwd}/${file}`.replace(`${scope.facts.root}/`, '');
		return path !== undefined && scope.facts.readText(path) !== undefined ? runsFile(constant(file), scope) : [];
	});
}

function signsOf({ signs }: Ground): readonly Finding[] {
	if (signs.socket && (signs.shell || signs.runsUnknown))
		return [opaque('reverse shell: a shell, or what a connection says, runs on a connection to another machine')];
	if (signs.network && signs.runsUnknown)
		return [opaque('fetched code: what is executed may be what another machine answers')];
	return [];
}

function opaqueCode(code: string, reason: string): Finding {
	const shown = code.length > 120 ? `${code.slice(0, 120)}…` : code;
	return opaque(`code of another language: ${shown} (${reason})`);
}

/** Code that is not known whole may read what it names. */
function named(code: string): readonly Finding[] {
	const names = [...code.matchAll(/["'`]([^"'`\s]{2,200})["'`]/g)].map((match) => match[1] ?? '');
	return names.filter((name) => isCredential(name) || isSecretName(name)).map(secret);
}

function distinct(findings: readonly Finding[]): readonly Finding[] {
	return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
