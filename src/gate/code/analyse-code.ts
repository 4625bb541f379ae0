import { runsStandIns } from '../shell/library-modules.ts';
import { type Finding, opaque, type Scope, secret } from '../shell/program.ts';
import { runsFile } from '../shell/roles.ts';
import { isSecretVariable } from '../shell/state.ts';
import { constant, type Word } from '../shell/word.ts';
import type { KnownPrograms } from './command-lines.ts';
import { isCredentialFile, quotedWords } from './credential-words.ts';
import type { CodeStart, LanguageName } from './language.ts';
import { languages } from './languages.ts';
import { machineSigns } from './machine-signs.ts';
import { createGround, limits, readCode } from './read-code.ts';
import { doubt, type Ground } from './reader.ts';
import { spelledFindings } from './spelled.ts';
import { destroyedByCalls } from './statements-sent.ts';
import { unreadFindings } from './unread.ts';
import type { Value } from './value.ts';
import { deletedByWalking } from './walking.ts';

/** Where code runs, and which of its words may be programs. */
export interface CodeScope extends Scope, KnownPrograms {}

/**
 * What inline code of another language would do (leashd, Safety Pipeline: CommandAnalyzer, told apart by effects): commands and
 * command lines that it starts, paths, hosts and secrets. Where one token of it is not known to be harmless, it is opaque beside that.
 * Code of a language that is not read is looked through as text.
 */
export function analyseCode(
	name: LanguageName | undefined,
	code: Word,
	scope: CodeScope,
	start: CodeStart = {},
): readonly Finding[] {
	if (name === undefined) return unreadFindings(code.text, scope);
	if (code.fetched || code.stream?.fetched === true)
		return [opaque('fetched code: it runs code that comes from another machine')];
	if (code.text.length > limits.characters) return [opaqueCode(code.text, 'it is too long')];
	const language = languages[name];
	const ground = createGround(language, scope);
	if (!code.known || code.stream !== undefined) doubt(ground, 'a part of it cannot be known');
	for (const set of start.sets ?? []) ground.declared.set(set, 2);
	ground.args = (start.args ?? []).map(argumentOf);
	ground.isLoop = start.isLoop === true;
	if (start.doubt !== undefined) doubt(ground, start.doubt);
	if (start.isFed && encoding(name).test(code.text)) doubt(ground, 'an encoding of its own');
	readCode(start.isFed ? (language.embedded?.(code.text) ?? code.text) : code.text, ground);
	// What stands in the body of a class is an attribute of it.
	const lent = [...ground.opened].find((attribute) => ground.lent.has(attribute));
	if (lent !== undefined && language.acting !== undefined && (name !== 'javascript' || /\bclass\b/.test(code.text)))
		doubt(ground, `.${lent} of a class`);
	if (start.isFile === true) return distinct(ground.findings);
	const findings = [
		...ground.findings,
		...shadowed(ground, scope, start.folder),
		...signsOf(ground),
		...deletedByWalking(ground, code.text, scope),
	];
	const [reason] = ground.doubts;
	const starts = findings.some(({ find }) => find === 'command' || find === 'shell');
	if (reason === undefined) return distinct(starts ? [...findings, ...machineSigns(code.text)] : findings);
	return distinct([
		...findings,
		opaqueCode(code.text, reason),
		...named(code.text),
		...[...ground.variables].map((one) => secret(`$${one}`)),
		...destroyedByCalls(ground),
		...spelledFindings(ground, scope),
		...machineSigns(code.text),
	]);
}

/** An argument as the name of a file; as code or a text to decode it stays unknown. Words before it that may be any number hide its place. */
function argumentOf(word: Word, at: number, all: readonly Word[]): Value {
	const isPlaced = all.slice(0, at).every((before) => before.many !== true);
	if (!isPlaced || !word.known || word.stream !== undefined) return word.fetched ? { fetched: true } : {};
	return { among: word.text };
}

/** In the first two lines; Python and Ruby read it in a comment only, so `open(p, encoding=…)` is none. */
function encoding(name: LanguageName): RegExp {
	const isComment = name === 'python' || name === 'ruby';
	return isComment ? /^(?:[^\n]*\n)?[^\n]*#[^\n]*coding[:=]/ : /^[^\n]*\n?[^\n]*coding[:=]/;
}

/** A module that lies where the code runs comes before the library's own. */
function shadowed(ground: Ground, scope: Scope, folder = scope.cwd): readonly Finding[] {
	if (folder === undefined) return [];
	const { shadows, library = [] } = ground.language;
	const isOfFile = folder !== scope.cwd;
	// A module of the library loads others, from that folder as well.
	const modules = ground.modules.size > 0 && isOfFile ? [...ground.modules, ...library] : [...ground.modules];
	const files = modules.flatMap((module) => shadows?.(module) ?? []);
	const found = isOfFile || files.length === 0 ? [] : runsStandIns(scope, files);
	const named = files.flatMap((file) => {
		const path = `${folder}/${file}`;
		const isThere =
			scope.facts.readText(path.replace(`${scope.facts.root}/`, '')) !== undefined ||
			(isOfFile && scope.facts.isThere?.(path) === true);
		return isThere ? runsFile(constant(path), scope) : [];
	});
	return [...named, ...found];
}

function signsOf({ signs }: Ground): readonly Finding[] {
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

/** Code that is not known whole may read what it names. */
function named(code: string): readonly Finding[] {
	// Perl's module that makes variables of the environment.
	const imported = /\buse Env\b/.test(code)
		? [...code.matchAll(/\$([A-Z_]{2,80})\b/g)].map((match) => match[1] ?? '')
		: [];
	return [...quotedWords(code).filter(isCredentialFile), ...imported.filter(isSecretVariable)].map(secret);
}

function distinct(findings: readonly Finding[]): readonly Finding[] {
	return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
