import { posix } from 'node:path';
import { locate } from '../locate.ts';
import { isCredential, isExecutedLater } from '../sensitive.ts';
import { looked } from './carried.ts';
import { isActing } from './declared.ts';
import { standIns } from './library-modules.ts';
import type { Scope } from './program.ts';
import { isFile, namesTests } from './programs/project/operands.ts';
import { harmlessSettings, type ValueShape } from './setting-table.ts';
import { holdsNames, isToken, type Word } from './word.ts';

const switches =
	/^(|-?\d+(\.\d+)?\s?(ms|[smhdkKMGT]i?[bB]?|%)?|true|false|yes|no|on|off|y|n|none|never|always|auto|enabled?|disabled?|trace|debug|verbose|info|notice|warn(ing)?|error|fatal|critical|silent|quiet|all)$/i;
const version = /^v?\d+(\.\d+){0,2}([.-]?(rc|alpha|beta|dev|post|x)[.\d]*)?$/;
const shells = /^((ba|z|da|k|c|tc|fi)?sh|eval|exec|sudo)$/;

/** Returns whether a text is one short word that does not name a file, program or host. */
function isPlainToken(text: string): boolean {
	if (switches.test(text) || version.test(text)) return true;
	return text.length <= 80 && /^[A-Za-z0-9*][\w:,+*%-]*$/.test(text) && !shells.test(text);
}

const names = /(^|_)(NAME|TITLE|MESSAGE|MSG|TEXT|DESCRIPTION|LABEL|SUBJECT)$/;

/** The last words of names whose value is a path, an option, a program or an address. */
const placeWords =
	'FILES? FILENAME PATHS? DIRS? DIRECTORY FOLDER HOME ROOT PREFIX HISTORY OUTPUT OUT REPORT (?<=_)CACHE ' +
	'CONFIG CONFIGURATION CONF CFG INI INIT STARTUP BUNDLE CERTS? CACERT CA KEYRING INCLUDES? ' +
	'OPTS? OPTIONS? ARGS? EXEC EXECUTABLE BIN BINARY EXE PROGRAM SCRIPT ENTRY ENTRYPOINT HOOKS? ASKPASS RUNNER ' +
	'PLUGINS? PRELOAD LOADER LIBS? LIBRARY LIBRARIES WRAPPER LAUNCHER LINKER COMPILER INTERPRETER TOOLCHAINS? SDK ' +
	'SOCKET SOCK URLS? URIS? ADDR ADDRESS REGISTRY MIRROR ENDPOINTS?';
/** The same words at the end of a name, where they need no `_` before them. */
const placeEnds = '(?<!PRO)FILE DIR PATH HOME ROOT RC OPTS? FLAGS ARGS CMD COMMAND CONFIG EDITOR PAGER SHELL PROXY';
const anyWord = (words: string): string => words.replaceAll(' ', '|');
const places = new RegExp(
	`(^|_)(${anyWord(placeWords)})(_(NAME|SUFFIX|LIST|EXTRA|DEFAULT|OVERRIDE|\\d+))?$|(${anyWord(placeEnds)})$`,
);

const unsafe =
	/^DISABLE_\w*(CHECK|PROTECT|SECUR|SAFE|AUTH)|INSECURE|UNSAFE|DANGEROUS|NO_?VERIFY|VERIFY_?(SSL|TLS|CERT)|(SSL|TLS)_?VERIFY|STRICT_SSL|UNAUTHORIZED/;
/** Names of variables that make a tool send its results to another machine. */
const sending = /(^|_)(PUBLISH|UPLOAD)(_ENABLED|_TOKEN|_REPORTS?|_RESULTS?)?$/;
const isOff = /^(|0|false|no|off|never|none)$/i;
const local =
	/^(?!file|jar|ext)((jdbc:)?[a-z][a-z0-9+-]*:\/\/)?([\w%.-]*(:[\w%.-]*)?@)?(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(:\d+)?(\/[\w.-]*)*(\?[\w=&.-]*)?$/i;
const quietDevice = /^\/dev\/(null|stdout|stderr)$/;

/** Returns whether a variable is harmless by its name and value, although no table lists it. */
export function isUnobeyed(name: string, { text, known, pattern, chosen, many, stream }: Word): boolean {
	if (stream !== undefined || unsafe.test(name)) return false;
	if (sending.test(name)) return known && isOff.test(text);
	if (isToken({ text, pattern })) return true;
	if (chosen === true && many !== true) return !places.test(name);
	if (!known) return /^\$\{?(GITHUB_(SHA|RUN_ID|RUN_NUMBER)|RANDOM|SECONDS|UID|PPID|\$)\}?$/.test(text);
	if (switches.test(text) || (local.test(text) && !text.includes('..')) || quietDevice.test(text)) return true;
	if (places.test(name)) return false;
	if (names.test(name) && /^[A-Za-z0-9][\w.,:!?'()]*( [A-Za-z0-9][\w.,:!?'()]*)*$/.test(text)) return true;
	return isPlainToken(text);
}

/**
 * Returns whether a value names a file that variables must never point to: git's own files, files that tools execute or obey later, and
 * credentials.
 */
export function namesGuarded(text: string): boolean {
	if (looked(text).length < text.length) return true;
	return text
		.split(/[\s:=,;'"]+/)
		.some((part) => /[./]/.test(part) && (isExecutedLater(part) || isCredential(part) || /(^|\/)\.git\b/.test(part)));
}

/** Returns the form of a variable's harmless values, if the table contains it. */
export function shapeOf(name: string): ValueShape | undefined {
	rows ??= harmlessSettings().map(([given, shape]) => [expression(given), shape]);
	return rows.find(([given]) => given.test(name))?.[1];
}

let rows: readonly (readonly [RegExp, ValueShape])[] | undefined;

function expression(given: string): RegExp {
	return new RegExp(`^(?:${given.replaceAll('*', '\\w*').replaceAll(' ', '|')})$`);
}

/** Returns whether a value has this form. */
export function hasShape(shape: ValueShape, name: string, value: Word, scope: Scope | undefined): boolean {
	const { text, known, stream } = value;
	if (stream !== undefined) return false;
	if (shape instanceof RegExp) return known && !holdsNames(value) && shape.test(text);
	if (typeof shape === 'object') return known && words(text).every((word) => shape.each.test(word));
	if (shape === 'home') return known && text === scope?.facts.home;
	if (shape === 'text') return !namesGuarded(text);
	if (shape === 'inside')
		return (
			parts(value, name)?.every((part) => part === undefined || (isInside(part, scope) && !standsIn(part, scope))) ===
			true
		);
	if (shape === 'tests') return known && text.split(/[\s,]+/).every((path) => isTest(path, scope));
	if (shape === 'sessions') return known && /^[\w.,{}-]*$/.test(text) && !text.split(/[,{}]/).some(isActing);
	if (shape === 'programs')
		return parts(value, name)?.every((part) => part === undefined || isKept(part, scope)) === true;
	if (isToken(value)) return shape !== 'scratch' && shape !== 'database';
	if (value.chosen === true) return shape === 'plain' && value.many !== true;
	if (!known || namesGuarded(text)) return false;
	if (shape === 'switch') return switches.test(text);
	if (shape === 'plain') return isPlainToken(text) || text === '*';
	if (shape === 'scratch') return isScratch(text);
	return isOwnDatabase(text);
}

function words(text: string): readonly string[] {
	return text.split(/\s+/).filter((word) => word !== '');
}

const mostParts = 50;

/** Returns the paths of a list, with `undefined` for the variable's earlier value. Returns undefined if the list is too long or unclear. */
function parts({ text, known }: Word, name: string): readonly (string | undefined)[] | undefined {
	const all = known ? text.split(':') : withBefore(text, name).split(':');
	if (all.length > mostParts) return undefined;
	// Threat: `'$PATH'` in quotes is a folder with that name. There must be exactly one unknown piece; all other pieces are then literal.
	const before = known ? [] : all.filter((part) => part === `$${name}`);
	if (!known && before.length !== 1) return undefined;
	return all.map((part) => (part === before[0] ? undefined : part));
}

/**
 * Writes the ways to extend a variable in one form: `src:${X:-}`, `src${X:+:$X}`. If a word has two alternatives, `text` is its source
 * text.
 */
function withBefore(text: string, name: string): string {
	return text
		.replace(/^"([^"]*)"$/, '$1')
		.replace(`\${${name}:+:$${name}}`, () => `:$${name}`)
		.replace(`\${${name}:-}`, () => `$${name}`)
		.replace(`\${${name}}`, () => `$${name}`);
}

/** Returns whether a path is inside the checkout, as far as the current directory is known. */
function isInside(path: string, scope: Scope | undefined): boolean {
	if (!/^[\w./-]*$/.test(path) || namesGuarded(path)) return false;
	if (scope?.cwd !== undefined) return locate(scope.facts, path, scope.cwd)?.inside === true;
	return !path.startsWith('/') && !path.includes('..');
}

/** Returns whether a test runner would load a test of the checkout: by its name, or because a word only chooses among the tests. */
function isTest(path: string, scope: Scope | undefined): boolean {
	const isChoice = /^\w*$/.test(path) && !['', '.rb', '.py', '.js'].some((end) => isFileAt(`${path}${end}`, scope));
	return isChoice || (namesTests(path) && isInside(path.replace(/(:\d+)+$/, ''), scope));
}

function isFileAt(name: string, scope: Scope | undefined): boolean {
	return scope !== undefined && isFile(name, scope);
}

/**
 * Returns whether a folder may replace library modules. Threat: an interpreter that searches it first may load its `sitecustomize.py` at
 * the start.
 */
function standsIn(path: string, scope: Scope | undefined): boolean {
	return scope !== undefined && standIns(path === '' ? '.' : path, scope)?.length !== 0;
}

const programFolders = /^(\/usr(\/local)?|\/usr\/local\/go|)\/s?bin\/?$/;
const homeFolders =
	/^\/(\.(cargo|local|deno|bun|dotnet\/tools|volta|pyenv|rbenv|composer\/vendor)\/bin|go\/bin|\.(pyenv|rbenv|asdf)\/shims)\/?$/;

/** Returns whether a folder contains programs of the machine or of the home directory. */
function isKept(path: string, scope: Scope | undefined): boolean {
	const home = scope?.facts.home;
	if (programFolders.test(path)) return true;
	return home !== undefined && path.startsWith(`${home}/`) && homeFolders.test(path.slice(home.length));
}

function isScratch(path: string): boolean {
	return /^(\/var)?\/tmp(\/[\w-][\w.-]*)*\/?$/.test(path) && posix.normalize(path) === path;
}

function isOwnDatabase(text: string): boolean {
	if (local.test(text) || /^(jdbc:)?(sqlite3?|h2)[\w+]*:(\/\/\/?)?(:memory:|mem:\w*)?$/.test(text)) return true;
	return /^sqlite3?(\+\w+)?:\/{2,3}(\.\/)?[\w-][\w/-]*\.(db|sqlite3?)$/.test(text);
}
