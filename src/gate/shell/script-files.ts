import { posix } from 'node:path';
import type { LanguageName } from '../code/language.ts';
import type { Part } from '../part.ts';
import type { Analysis, Run } from './analysis.ts';
import { readCode } from './code-findings.ts';
import { judgeVouched, scriptsOf } from './declared-script.ts';
import type { Finding } from './program.ts';
import { adopt, childOf, fork, openedUnder } from './state.ts';
import { constant } from './word.ts';

type Executes = Extract<Finding, { find: 'executes' }>;
type Runs = (text: string) => void;

/** The number of characters of a script that are read. A longer script is judged by its beginning and never allowed. */
const mostCharacters = 20_000;
/** The limit for other languages, whose readers are slower. */
const mostCodeCharacters = 8_000;

/**
 * Judges the text of a file that is executed. If this command line wrote the file, all effects are reported. If the file is from the
 * checkout, only grave effects are reported. A plain shell script that only reads files and runs the project's own tools counts as one of
 * these tools.
 */
export function runFile(finding: Executes, runs: Runs, run: Run, analysis: Analysis): void {
	const written = textWritten(finding.path, run, analysis);
	const text = written ?? (finding.script === undefined ? undefined : analysis.facts.readText(finding.path));
	if (text === undefined) return;
	const language = languageOf(finding, text);
	if (written !== undefined && language !== undefined) noteRead(finding.path, text, analysis);
	if (language === 'shell') {
		if (written !== undefined) runs(text);
		else judgeShellScript(finding, text, run, analysis);
	} else if (language !== undefined)
		judgeCodeFile(finding, { text, language, isWritten: written !== undefined }, run, analysis);
}

/** Records that the line runs a text that it wrote. The command that runs it is the last part with this program. */
function noteRead(path: string, text: string, { parts, readRuns }: Analysis): void {
	const part = parts.findLast(({ effects }) => effects.some((one) => one.kind === 'exec' && one.program === path));
	if (part !== undefined) readRuns.push({ path, part, text });
}

function textWritten(path: string, run: Run, { written }: Analysis): string | undefined {
	const number = /^\/(?:dev|proc\/self)\/fd\/(.+)$/.exec(path)?.[1];
	return number === undefined ? written.get(path) : openedUnder(number, run.state)?.held;
}

const byExtension: Readonly<Record<string, LanguageName | 'shell'>> = {
	sh: 'shell',
	bash: 'shell',
	zsh: 'shell',
	ksh: 'shell',
	py: 'python',
	js: 'javascript',
	cjs: 'javascript',
	mjs: 'javascript',
	rb: 'ruby',
	pl: 'perl',
	php: 'php',
	lua: 'lua',
	awk: 'awk',
};
const byInterpreter: readonly (readonly [RegExp, LanguageName | 'shell'])[] = [
	[/^(ba|da|z|k|mk|a|rba)?sh$/, 'shell'],
	[/^python[\d.]*$/, 'python'],
	[/^(node|nodejs|bun|deno)$/, 'javascript'],
	[/^ruby[\d.]*$/, 'ruby'],
	[/^perl[\d.]*$/, 'perl'],
	[/^php[\d.]*$/, 'php'],
	[/^lua(jit|[\d.]*)$/, 'lua'],
	[/^[gmn]?awk$/, 'awk'],
];

/**
 * Returns the language of a file: by its interpreter's options, its first line, or its name. A text without any of these is run by the
 * shell.
 */
function languageOf({ path, script }: Executes, text: string): LanguageName | 'shell' | undefined {
	if (script?.language !== undefined) return script.language;
	if (text.includes('\0')) return undefined;
	const interpreter = /^#!\s*(?:\S*\/)?(?:env\s+(?:-\S+\s+)*)?(?:\S*\/)?([^\s/]+)/.exec(text)?.[1];
	if (interpreter !== undefined) return byInterpreter.find(([names]) => names.test(interpreter))?.[1];
	const extension = /\.(\w{1,4})$/.exec(path)?.[1];
	return extension === undefined ? 'shell' : byExtension[extension];
}

function judgeShellScript({ path, script }: Executes, text: string, run: Run, analysis: Analysis): void {
	const isHere = script?.here === true;
	const state = isHere ? fork(run.state) : childOf(run.state);
	if (!isHere || (script?.words.length ?? 0) > 0) state.positional = script?.words;
	const place = [constant(path.startsWith('/') ? path : `${analysis.facts.root}/${path}`)];
	if (!isHere) state.variables.set('0', place);
	state.variables.set('BASH_SOURCE', place);
	const isFirst = analysis.parts.every((part) => leavesFiles(part, [path, ...scriptsOf(run)]));
	const read = text.slice(0, mostCharacters);
	const inner: Run = { ...run, state, stdin: undefined };
	const vouched = { about: path, isOfFile: true, keepsFunctions: isHere };
	const found = judgeVouched(vouched, inner, analysis, (way) => analysis.runText(read, way));
	const isWhole = read === text && script?.isPlain === true && (script.language === 'shell' || plainStart.test(text));
	const isOwn = found?.isWhole === true && found.parts.every(isOrdinary) && isFirst && isWhole;
	if (!isOwn) return;
	analysis.parts.push(...found.parts);
	vouchFor(path, analysis);
	state.variables.delete('BASH_SOURCE');
	if (isHere) adopt(run.state, state);
}

/** The first line of a script that is started by its path: a shell of the machine with harmless options, or no `#!` line. */
const plainStart = /^(#!\s*(\/usr)?\/bin\/(env\s+)?(ba|da)?sh(\s+-[eux]+)?[ \t]*(\n|$)|(?!#!))/;

/**
 * Returns whether a part leaves the files of the checkout unchanged, because a script may run later. The part may run the calling scripts.
 */
function leavesFiles({ effects }: Part, callers: readonly string[]): boolean {
	return effects.every(
		(effect) =>
			/^(read|exec\.project|forge\.read)$/.test(effect.kind) ||
			(effect.kind === 'exec' && callers.includes(effect.program)),
	);
}

/** Returns whether a part only reads and runs the project's own tools. The policies still judge each of its effects. */
function isOrdinary({ effects }: Part): boolean {
	return effects.every(({ kind }) => kind === 'read' || kind === 'exec.project');
}

/**
 * Marks the script as the project's own, because all commands in it are harmless. The call still needs approval if this run changed the
 * file.
 */
function vouchFor(path: string, { parts }: Analysis): void {
	const at = parts.findLastIndex(({ effects }) => effects.some((one) => one.kind === 'exec' && one.program === path));
	const part = parts[at];
	if (part === undefined) return;
	const effects = part.effects.map((effect) =>
		effect.kind === 'exec' && effect.program === path
			? ({ kind: 'exec.project', script: path, definedIn: path } as const)
			: effect,
	);
	parts[at] = { ...part, effects };
}

interface CodeFile {
	readonly text: string;
	readonly language: LanguageName;
	readonly isWritten: boolean;
}

function judgeCodeFile(
	{ path }: Executes,
	{ text, language, isWritten }: CodeFile,
	run: Run,
	analysis: Analysis,
): void {
	const scope = { facts: analysis.facts, cwd: run.state.cwd };
	// A generated file with very long lines is not a script.
	if (!isWritten && /[^\n]{2000}/.test(text)) return;
	const source = constant(isWritten ? text : text.slice(0, mostCodeCharacters));
	const folder = posix.dirname(posix.resolve(analysis.facts.root, path));
	const start = { isFed: true, isFile: !isWritten, folder };
	const findings = readCode({ find: 'code', language, source, start }, scope, analysis.budget);
	if (isWritten) {
		analysis.runFindings(path, findings, run);
		return;
	}
	// A program does not show a secret that it only reads for itself.
	const shown = findings.filter((finding) => finding.find !== 'effect' || finding.effect.kind !== 'secret.read');
	judgeVouched({ about: path, isOfFile: true }, run, analysis, (way) => analysis.runFindings(path, shown, way));
}
