import { locate } from '../locate.ts';
import { writeEffect } from '../path-effects.ts';
import { expandedText, looked, shellText } from './carried.ts';
import { dataModules } from './data-modules.ts';
import { makefileFindings, makeShell } from './makefile.ts';
import { effect, type Finding, opaque, privilege, type Scope, secret } from './program.ts';
import { commandLines, libraries, obeyed, optionsOf, outputs, standing } from './setting-table.ts';
import { hasShape, isUnobeyed, shapeOf } from './setting-values.ts';
import { constant, type Word } from './word.ts';

/** The place where a variable is set. */
export interface SettingPlace {
	/** The variable is set only in the shell and not exported. Programs see it if their environment already has a variable of that name. */
	readonly inShell?: boolean;
	readonly scope?: Scope;
}

/**
 * Returns the effects of setting a variable on programs that see it. Known harmless values have none, a command line is judged as one, and
 * everything else needs approval.
 */
export function settingFindings(name: string, value: Word | undefined, place: SettingPlace = {}): readonly Finding[] {
	if (/^GIT_TRACE_REDACT$/.test(name) && value?.text !== '1')
		return [secret('the credentials of requests, which it shows')];
	// An old shell reads this value as a function, and runs the text after it.
	if (value?.known === true && /^\(\)\s*\{/.test(value.text))
		return [opaque('a variable that holds a function'), shellText(value.text.replace(/^\(\)\s*/, ''))];
	const known = canonical(name);
	if (place.inShell === true && !standing().some((rule) => rule.test(known))) return [];
	if (isHarmless(known, value, place.scope)) return [];
	if (value !== undefined && libraries.test(known) && !namesSystemFolders(known, value))
		return [privilege('loads foreign code into every program')];
	const found = opaque(`sets \`${name}\`, which can change what programs run, read or write`);
	if (value === undefined) return [found];
	const run = place.scope === undefined ? [] : runBy(known, value, place.scope);
	return [found, ...carriedBy(known, value), ...writtenBy(known, value, place.scope), ...run];
}

const systemFolder = /^(\/usr(\/local)?)?\/lib(32|64|exec)?(\/[\w-][\w.+-]*)*\/?$/;

/** Returns whether a variable only names folders of the system with libraries, which a call cannot write. Such a call still asks. */
function namesSystemFolders(name: string, { text, pattern, stream }: Word): boolean {
	if (!/^(LD|DYLD)_LIBRARY_PATH$/.test(name) || pattern || stream !== undefined) return false;
	const own = [`$${name}`, `\${${name}}`, `\${${name}:-}`];
	return text.split(':').every((part) => systemFolder.test(part) || own.includes(part));
}

/** Returns the name in capitals if programs obey it in upper and in lower case. Returns any other name unchanged. */
function canonical(name: string): string {
	return /^(npm|yarn|pnpm)_|_proxy$/i.test(name) ? name.toUpperCase() : name;
}

function isHarmless(name: string, value: Word | undefined, scope: Scope | undefined): boolean {
	const shape = shapeOf(name);
	if (value === undefined) return shape === 'text';
	if (shape !== undefined) return hasShape(shape, name, value, scope);
	return !obeyed().some((rule) => rule.test(name)) && isUnobeyed(name.toUpperCase(), value);
}

/** Returns the script that a shell runs first because of a variable. */
function runBy(name: string, value: Word, scope: Scope): readonly Finding[] {
	if (!/^(BASH_ENV|ENV)$/.test(name) || !value.known || value.pattern || scope.cwd === undefined) return [];
	const path = /[$`]/.test(value.text) ? undefined : locate(scope.facts, value.text, scope.cwd)?.path;
	return path === undefined ? [] : [{ find: 'executes', path, script: { language: 'shell', words: [] } }];
}

/** Returns the file that a program writes because of a variable. */
function writtenBy(name: string, { text, known, pattern }: Word, scope: Scope | undefined): readonly Finding[] {
	if (!known || pattern || scope?.cwd === undefined || !/^[\w./-]+$/.test(text) || !outputs.test(name)) return [];
	const path = locate(scope.facts, text, scope.cwd)?.path;
	return path === undefined ? [] : [effect(writeEffect(path))];
}

function carriedBy(name: string, value: Word): readonly Finding[] {
	const { text, stream, known } = value;
	if (stream !== undefined) {
		return stream.text === undefined ? [{ find: 'shell', source: value }] : [shellText(stream.text)];
	}
	if (commandLines().some((rule) => rule.test(name)))
		return [{ find: 'shell', source: { ...value, text: text.replace(/^(\|{1,2}-?|!)\s*/, '') } }];
	if (!known) return [];
	// The value is a function that every started shell gets. The gate judges its body without arguments.
	if (/^BASH_FUNC_/.test(name)) return [shellText(text.replace(/^\s*\(\)\s*/, ''))];
	const program = Object.hasOwn(optionsOf, name) ? optionsOf[name] : undefined;
	if (program !== undefined) return [shellText(`${program} ${text}`)];
	const settled = Object.hasOwn(carriedByName, name) ? carriedByName[name]?.(looked(text)) : undefined;
	if (settled !== undefined) return settled;
	// The shell expands these values before it uses them.
	if (/^(BASH_ENV|ENV|PS[0-4])$/.test(name)) return /[$`]/.test(text) ? [shellText(expandedText(text))] : [];
	if (name === 'GIT_CONFIG_PARAMETERS') return pairs(text).flatMap(([key, line]) => gitSetting(key, line));
	if (/^((GNU)?MAKEFLAGS|MFLAGS|MAKEFILES)$/.test(name)) return makeOptions(text);
	return [];
}

/** Variables whose value is code, or contains programs to run. */
const carriedByName: Readonly<Record<string, (text: string) => readonly Finding[]>> = {
	NODE_OPTIONS: dataModules,
	LUA_INIT: (text) => (text.startsWith('@') ? [] : [{ find: 'code', language: 'lua', source: constant(text) }]),
	PERL5DB: (text) => [{ find: 'code', language: 'perl', source: constant(text) }],
	GOFLAGS: (text) =>
		[...text.matchAll(/-(?:toolexec|exec)[= ](["']?)(.+?)\1(?=\s-|$)/g)].map((match) => shellText(match[2] ?? '')),
	RUSTFLAGS: (text) => [...text.matchAll(/linker=(\S+)/g)].map((match) => shellText(match[1] ?? '')),
};

/** Options of make, with `\ ` for a blank. The value of `--eval` is a makefile. */
function makeOptions(given: string): readonly Finding[] {
	const text = looked(given).replace(/\\([ \\])/g, '$1');
	const evaluated = /--eval[= ](.*)$/s.exec(text)?.[1];
	return evaluated === undefined ? makeShell(text) : [...makeShell(text), ...makefileFindings(evaluated)];
}

/** Returns the keys and values in `'key=value'` or `'key'='value'`, the forms in which git passes settings to its child processes. */
function pairs(text: string): readonly (readonly [string, string])[] {
	return [...text.matchAll(/'([^'=]+)(?:'='|=)([^']*)'/g)].map((match) => [match[1] ?? '', match[2] ?? ''] as const);
}

const gitCommands =
	/^(core\.(pager|editor|sshcommand|fsmonitor|gitproxy|askpass|alternaterefscommand)|sequence\.editor|diff\.external|pager\..*|(diff|filter|merge|mergetool|difftool|browser|man|gpg|tar|trailer|credential|remote|guitool)\..*\.?(textconv|clean|smudge|process|driver|command|cmd|program|helper|uploadpack|receivepack|vcs)|credential\.helper|gpg\.program|uploadpack\.packobjectshook|interactive\.difffilter|sendemail\.(\w+\.)?(smtpserver|sendmailcmd|tocmd|cccmd)|imap\.tunnel|web\.browser|submodule\..*\.update)$/i;

/** Returns findings about a git setting whose value is a command line. */
export function gitSetting(key: string, value: string): readonly Finding[] {
	if (/^alias\./i.test(key)) return [shellText(value.startsWith('!') ? value.slice(1) : `git ${value}`)];
	if (/^url\.ext::/i.test(key) || /^ext::/.test(value))
		return transport(/^url\.(ext::.*)\.(insteadof|pushinsteadof)$/i.exec(key)?.[1] ?? value);
	if (!gitCommands.test(key) || /^(true|false|)$/.test(value)) return [];
	// A credential helper without a path is a program of git.
	if (/helper$/i.test(key) && !/^[!/~.]/.test(value)) return [];
	return [shellText(value.replace(/^!/, ''))];
}

/** Judges the command in `ext::command arg`. Blanks separate the words, and `% ` is a blank inside a word. */
export function transport(url: string): readonly Finding[] {
	const command = /^(?:\w+::)*?ext::(.*)$/s.exec(url)?.[1];
	if (command === undefined) return [];
	const words = command
		.replace(/% /g, '\0')
		.split(/ +/)
		.filter((word) => word !== '')
		.map((word) => constant(word.replaceAll('\0', ' ').replaceAll('%%', '%')));
	return [opaque('a remote that is a command'), ...(words.length === 0 ? [] : [{ find: 'command' as const, words }])];
}
