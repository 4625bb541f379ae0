import { locate } from '../locate.ts';
import { writeEffect } from '../path-effects.ts';
import { expandedText, looked, shellText } from './carried.ts';
import { dataModules } from './data-modules.ts';
import { makefileFindings, makeShell } from './makefile.ts';
import { effect, type Finding, opaque, privilege, type Scope, secret } from './program.ts';
import { commandLines, libraries, obeyed, optionsOf, outputs, standing } from './setting-table.ts';
import { hasShape, isUnobeyed, shapeOf } from './setting-values.ts';
import { constant, type Word } from './word.ts';

/** Where a variable is set. */
export interface SettingPlace {
	/** Only in the shell, and not exported: programs see it if their environment has a variable of that name. */
	readonly inShell?: boolean;
	readonly scope?: Scope;
}

/**
 * What setting a variable means for the programs that see it. Known harmless values pass; a value that is a command line is judged like one;
 * everything else asks.
 */
export function settingFindings(name: string, value: Word | undefined, place: SettingPlace = {}): readonly Finding[] {
	if (/^GIT_TRACE_REDACT$/.test(name) && value?.text !== '1')
		return [secret('the credentials of requests, which it shows')];
	// What a shell that is old enough takes for a function, and runs what stands behind it.
	if (value?.known === true && /^\(\)\s*\{/.test(value.text))
		return [opaque('a variable that holds a function'), shellText(value.text.replace(/^\(\)\s*/, ''))];
	const known = canonical(name);
	if (place.inShell === true && !standing().some((rule) => rule.test(known))) return [];
	if (isHarmless(known, value, place.scope)) return [];
	if (value !== undefined && libraries.test(known)) return [privilege('loads foreign code into every program')];
	const found = opaque(`sets \`${name}\`, which can change what programs run, read or write`);
	if (value === undefined) return [found];
	const run = place.scope === undefined ? [] : runBy(known, value, place.scope);
	return [found, ...carriedBy(known, value), ...writtenBy(known, value, place.scope), ...run];
}

/** Some names are obeyed whatever their case. */
function canonical(name: string): string {
	return /^(npm|yarn|pnpm)_|_proxy$/i.test(name) ? name.toUpperCase() : name;
}

function isHarmless(name: string, value: Word | undefined, scope: Scope | undefined): boolean {
	const shape = shapeOf(name);
	if (value === undefined) return shape === 'text';
	if (shape !== undefined) return hasShape(shape, name, value, scope);
	return !obeyed().some((rule) => rule.test(name)) && isUnobeyed(name.toUpperCase(), value);
}

/** The script that a shell runs first, because a variable names it. */
function runBy(name: string, value: Word, scope: Scope): readonly Finding[] {
	if (!/^(BASH_ENV|ENV)$/.test(name) || !value.known || value.pattern || scope.cwd === undefined) return [];
	const path = /[$`]/.test(value.text) ? undefined : locate(scope.facts, value.text, scope.cwd)?.path;
	return path === undefined ? [] : [{ find: 'executes', path, script: { language: 'shell', words: [] } }];
}

/** The file that a program writes because a variable names it. */
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
	// A function that every shell below gets; what it is called with is not looked at.
	if (/^BASH_FUNC_/.test(name)) return [shellText(text.replace(/^\s*\(\)\s*/, ''))];
	const program = Object.hasOwn(optionsOf, name) ? optionsOf[name] : undefined;
	if (program !== undefined) return [shellText(`${program} ${text}`)];
	const settled = Object.hasOwn(carriedByName, name) ? carriedByName[name]?.(looked(text)) : undefined;
	if (settled !== undefined) return settled;
	// These values are expanded before they are used.
	if (/^(BASH_ENV|ENV|PS[0-4])$/.test(name)) return /[$`]/.test(text) ? [shellText(expandedText(text))] : [];
	if (name === 'GIT_CONFIG_PARAMETERS') return pairs(text).flatMap(([key, line]) => gitSetting(key, line));
	if (/^((GNU)?MAKEFLAGS|MFLAGS|MAKEFILES)$/.test(name)) return makeOptions(text);
	return [];
}

/** Variables whose value is code, or holds programs that are run. */
const carriedByName: Readonly<Record<string, (text: string) => readonly Finding[]>> = {
	NODE_OPTIONS: dataModules,
	LUA_INIT: (text) => (text.startsWith('@') ? [] : [{ find: 'code', language: 'lua', source: constant(text) }]),
	PERL5DB: (text) => [{ find: 'code', language: 'perl', source: constant(text) }],
	GOFLAGS: (text) =>
		[...text.matchAll(/-(?:toolexec|exec)[= ](["']?)(.+?)\1(?=\s-|$)/g)].map((match) => shellText(match[2] ?? '')),
	RUSTFLAGS: (text) => [...text.matchAll(/linker=(\S+)/g)].map((match) => shellText(match[1] ?? '')),
};

/** Make's own options, with `\ ` for a blank inside one: what `--eval` holds is a makefile. */
function makeOptions(given: string): readonly Finding[] {
	const text = looked(given).replace(/\\([ \\])/g, '$1');
	const evaluated = /--eval[= ](.*)$/s.exec(text)?.[1];
	return evaluated === undefined ? makeShell(text) : [...makeShell(text), ...makefileFindings(evaluated)];
}

/** `'key=value'` or `'key'='value'`, as git hands settings to its children. */
function pairs(text: string): readonly (readonly [string, string])[] {
	return [...text.matchAll(/'([^'=]+)(?:'='|=)([^']*)'/g)].map((match) => [match[1] ?? '', match[2] ?? ''] as const);
}

const gitCommands =
	/^(core\.(pager|editor|sshcommand|fsmonitor|gitproxy|askpass|alternaterefscommand)|sequence\.editor|diff\.external|pager\..*|(diff|filter|merge|mergetool|difftool|browser|man|gpg|tar|trailer|credential|remote|guitool)\..*\.?(textconv|clean|smudge|process|driver|command|cmd|program|helper|uploadpack|receivepack|vcs)|credential\.helper|gpg\.program|uploadpack\.packobjectshook|interactive\.difffilter|sendemail\.(\w+\.)?(smtpserver|sendmailcmd|tocmd|cccmd)|imap\.tunnel|web\.browser|submodule\..*\.update)$/i;

/** A setting of git whose value is a command line, judged like one. */
export function gitSetting(key: string, value: string): readonly Finding[] {
	if (/^alias\./i.test(key)) return [shellText(value.startsWith('!') ? value.slice(1) : `git ${value}`)];
	if (/^url\.ext::/i.test(key) || /^ext::/.test(value))
		return transport(/^url\.(ext::.*)\.(insteadof|pushinsteadof)$/i.exec(key)?.[1] ?? value);
	if (!gitCommands.test(key) || /^(true|false|)$/.test(value)) return [];
	// A helper of credentials without a path is a program of git.
	if (/helper$/i.test(key) && !/^[!/~.]/.test(value)) return [];
	return [shellText(value.replace(/^!/, ''))];
}

/** `ext::command arg`: blanks part its words, `% ` is a blank inside one. */
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
