import { posix } from 'node:path';
import { runsStandIns } from '../shell/library-modules.ts';
import { type Finding, opaque, runsFetchedCode, type Scope, secret } from '../shell/program.ts';
import { runsFile } from '../shell/roles.ts';
import { isSecretVariable } from '../shell/state.ts';
import { constant, type Word } from '../shell/word.ts';
import type { KnownPrograms } from './command-lines.ts';
import { isCredentialFile, quotedWords } from './credential-words.ts';
import type { CodeStart, LanguageName } from './language.ts';
import { languages } from './languages.ts';
import { machineSigns } from './machine-signs.ts';
import { createReading, limits, readCode } from './read-code.ts';
import { type CodeReading, doubt } from './reader.ts';
import { spelledFindings } from './spelled.ts';
import { destroyedByCalls } from './statements-sent.ts';
import { unreadFindings } from './unread.ts';
import type { Value } from './value.ts';
import { deletedByWalking } from './walking.ts';

/** The scope in which code runs, and a test for the programs that its words may name. */
export interface CodeScope extends Scope, KnownPrograms {}

/**
 * Returns the effects of inline code of another language: commands and command lines that it starts, paths, hosts and secrets (leashd,
 * Safety Pipeline: CommandAnalyzer, split by effects). If the gate does not know that a token is harmless, the code is also opaque. If the
 * gate cannot read the language, it only searches the text.
 */
export function analyseCode(
	name: LanguageName | undefined,
	code: Word,
	scope: CodeScope,
	start: CodeStart = {},
): readonly Finding[] {
	if (name === undefined) return unreadFindings(code.text, scope);
	if (code.fetched || code.stream?.fetched === true) return [runsFetchedCode];
	if (code.text.length > limits.characters) return [opaqueCode(code.text, 'it is too long')];
	const language = languages[name];
	const reading = createReading(language, scope);
	if (!code.known || code.stream !== undefined) doubt(reading, 'a part of it cannot be known');
	for (const set of start.sets ?? []) reading.declared.set(set, 2);
	reading.args = (start.args ?? []).map(argumentOf);
	reading.isLoop = start.isLoop === true;
	if (start.doubt !== undefined) doubt(reading, start.doubt);
	if ((start.isFed || name === 'ruby') && encoding(name).test(code.text)) doubt(reading, 'an encoding of its own');
	readCode(start.isFed ? (language.embedded?.(code.text) ?? code.text) : code.text, reading);
	// A name that is set in the body of a class is an attribute of the class.
	const lent = [...reading.opened].find((attribute) => reading.lent.has(attribute));
	if (lent !== undefined && language.acting !== undefined && (name !== 'javascript' || /\bclass\b/.test(code.text)))
		doubt(reading, `.${lent} of a class`);
	if (start.isFile === true) return distinct(reading.findings);
	const findings = [
		...reading.findings,
		...shadowed(reading, scope, start.folder),
		...signsOf(reading),
		...deletedByWalking(reading, code.text, scope),
	];
	const [reason] = reading.doubts;
	const starts = findings.some(({ find }) => find === 'command' || find === 'shell');
	if (reason === undefined) return distinct(starts ? [...findings, ...machineSigns(code.text)] : findings);
	return distinct([
		...findings,
		opaqueCode(code.text, reason),
		...named(code.text),
		...[...reading.variables].map((one) => secret(`$${one}`)),
		...destroyedByCalls(reading),
		...spelledFindings(reading, scope),
		...machineSigns(code.text),
	]);
}

/**
 * Returns an argument of the command line as a value. The value can name a file, but it is unknown where it is used as code or as encoded
 * text. It is also unknown after a word that may become any number of words.
 */
function argumentOf(word: Word, at: number, all: readonly Word[]): Value {
	const isPlaced = all.slice(0, at).every((before) => before.many !== true);
	if (!isPlaced || !word.known || word.stream !== undefined) return word.fetched ? { fetched: true } : {};
	return { among: word.text };
}

/**
 * Returns a pattern for a declared encoding in the first two lines. Python and Ruby read it only from a comment, so `open(p, encoding=…)`
 * does not match. Ruby also reads it from code on the command line, and other options may add lines before this code. So for Ruby, the
 * comment may be in any line.
 */
function encoding(name: LanguageName): RegExp {
	if (name === 'ruby') return /#[^\n]*coding\s*[:=](?!\s*utf-?8\b)/i;
	const isComment = name === 'python';
	return isComment ? /^(?:[^\n]*\n)?[^\n]*#[^\n]*coding[:=]/ : /^[^\n]*\n?[^\n]*coding[:=]/;
}

/** Returns the files next to the code that an import would run in place of the library's modules. */
function shadowed(reading: CodeReading, scope: Scope, folder = scope.cwd): readonly Finding[] {
	if (folder === undefined) return [];
	const { shadows, library = [] } = reading.language;
	const isOfFile = folder !== scope.cwd;
	// A module of the library loads other modules, which may also come from that folder.
	const modules = reading.modules.size > 0 && isOfFile ? [...reading.modules, ...library] : [...reading.modules];
	const files = modules.flatMap((module) => shadows?.(module) ?? []);
	const found = isOfFile || files.length === 0 ? [] : runsStandIns(scope, files);
	const paths = files.flatMap((file) => [`${folder}/${file}`, ...nativeOf(`${folder}/${file}`, scope)]);
	const named = paths.flatMap((path) => {
		const isThere =
			scope.facts.readText(path.replace(`${scope.facts.root}/`, '')) !== undefined ||
			scope.facts.isThere?.(path) === true;
		return isThere ? runsFile(constant(path), scope) : [];
	});
	return [...named, ...found];
}

/** Returns the native modules with the name of `x.so`, such as `x.abi3.so`. */
function nativeOf(file: string, { facts }: Scope): readonly string[] {
	if (!file.endsWith('.so')) return [];
	const [folder, name] = [posix.dirname(file), posix.basename(file, '.so')];
	const entries = facts.entries?.(folder) ?? [];
	return entries.flatMap((one) =>
		one.name.startsWith(`${name}.`) && /\..*\.so$/.test(one.name) ? [`${folder}/${one.name}`] : [],
	);
}

function signsOf({ signs }: CodeReading): readonly Finding[] {
	if (signs.socket && (signs.shell || signs.runsUnknown))
		return [opaque('reverse shell: another machine gets a shell, or sends commands that run here')];
	if (signs.network && (signs.runsUnknown || signs.shell))
		return [opaque('fetched code: it may run code that comes from another machine')];
	return [];
}

function opaqueCode(code: string, reason: string): Finding {
	const shown = code.length > 120 ? `${code.slice(0, 120)}…` : code;
	return opaque(`code of another language: ${shown} (${reason})`);
}

/** Returns the secrets that code names. Code that is not completely known may read them. */
function named(code: string): readonly Finding[] {
	// Perl's module `Env` turns environment variables into Perl variables.
	const imported = /\buse Env\b/.test(code)
		? [...code.matchAll(/\$([A-Z_]{2,80})\b/g)].map((match) => match[1] ?? '')
		: [];
	return [...quotedWords(code).filter(isCredentialFile), ...imported.filter(isSecretVariable)].map(secret);
}

function distinct(findings: readonly Finding[]): readonly Finding[] {
	return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
