import { locate, locatePattern } from '../locate.ts';
import { readEffect, writeEffect } from '../path-effects.ts';
import { isCredential } from '../sensitive.ts';
import { settingFindings } from './assignments.ts';
import { configWrite, effect, type Finding, network, opaque, type Role, type Scope, secret } from './program.ts';
import { isSecretName } from './state.ts';
import type { Word } from './word.ts';

/** What an argument does, by what it means to its program. */
export function findingsOf(role: Role, word: Word, scope: Scope): readonly Finding[] {
	switch (role) {
		case 'data':
			return [];
		case 'name':
			return named(word);
		case 'read':
			return reads(word, scope);
		case 'write':
			return writes(word, scope);
		case 'delete':
		case 'delete-tree':
			return deletes(word, scope, role === 'delete-tree');
		case 'shell':
			return [{ find: 'shell', source: word }];
		case 'command':
			return [{ find: 'command', words: [word] }];
		case 'code':
			return inlineCode(word);
		case 'script':
			return runsFile(word, scope);
		case 'url':
			return contacts(word, scope);
	}
}

/** A variable that is read or set by its name: its subscript is evaluated, and some names make programs execute. */
function named(word: Word): readonly Finding[] {
	const [name = ''] = /^\w*/.exec(word.prefix) ?? [];
	const subscript = /\[.*[$`]/s.test(word.text) ? [opaque('a subscript that runs what it holds')] : [];
	return [...subscript, ...settingFindings(name, undefined)];
}

const quietDevices = /^\/dev\/(null|zero|full|u?random|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** Reading a path. */
export function reads(word: Word, scope: Scope): readonly Finding[] {
	if (word.stream !== undefined || word.text === '-' || (word.known && quietDevices.test(word.text))) return [];
	const path = pathOf(word, scope);
	if (path !== undefined) return [effect(readEffect(path))];
	const unknown = opaque(`which file is read cannot be known: ${shorten(word.text)}`);
	return isCredential(word.prefix) ? [secret(word.text), unknown] : [unknown];
}

/** Creating or changing a path. */
export function writes(word: Word, scope: Scope): readonly Finding[] {
	if (word.stream !== undefined || word.text === '-' || (word.known && quietDevices.test(word.text))) return [];
	const runnerFile = /^\$\{?(GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)|BASH_ENV)\}?$/.exec(word.text);
	if (!word.known && runnerFile) return [configWrite(`$${runnerFile[1]}`)];
	const path = pathOf(word, scope);
	return [
		path === undefined
			? opaque(`which file is written cannot be known: ${shorten(word.text)}`)
			: effect(writeEffect(path)),
		...looseEnds(word),
	];
}

/** Removing a path, or all below it. */
export function deletes(word: Word, scope: Scope, recursive: boolean): readonly Finding[] {
	const path = pathOf(word, scope);
	if (path !== undefined) return [effect({ kind: 'delete', path, recursive }), ...looseEnds(word)];
	return [opaque(`what is deleted cannot be known: ${shorten(word.text)}`)];
}

/** `rm $f` deletes `a` and `b` where `$f` is a file `a b`. */
function looseEnds({ loose, text }: Word): readonly Finding[] {
	return loose === true ? [opaque(`a file's name that may be split at its blanks: ${shorten(text)}`)] : [];
}

/** Executing a file's content. */
export function runsFile(word: Word, scope: Scope): readonly Finding[] {
	if (word.stream?.fetched === true) return [opaque('fetched code: what another machine answers is executed')];
	const path = word.stream === undefined ? pathOf(word, scope) : undefined;
	if (path === undefined) return [opaque(`what is executed cannot be known: ${shorten(word.text)}`)];
	return [effect({ kind: 'exec', program: path, argv: [] }), { find: 'executes', path }];
}

/** Talking to the host of a URL, or reading the file that it names. */
export function contacts(word: Word, scope: Scope): readonly Finding[] {
	if (/^file:/i.test(word.prefix)) {
		return word.known
			? reads({ ...word, text: word.text.replace(/^file:\/\/[^/]*/i, '') }, scope)
			: [opaque('a file URL that cannot be known')];
	}
	const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?(\[[^\]]*\]|[^/:?#\s]+)/i.exec(word.prefix)?.[1];
	return [network(host ?? 'a host that cannot be known')];
}

/** The credentials among words that a program may read. */
export function credentialsIn(words: readonly Word[], scope: Scope): readonly Finding[] {
	const paths = words.filter((word) => !word.text.startsWith('-') && isCredential(word.text));
	return paths
		.flatMap((word) => reads(word, scope))
		.filter((finding) => finding.find === 'effect' && finding.effect.kind === 'secret.read');
}

/** Code of another language is not read; but what dumps the environment or names a credential is seen. */
export function inlineCode(word: Word): readonly Finding[] {
	const dumps = /process\.env(?!\.\w|\[|\?)|os\.environ(?!\.get|\[)|\bENV\b(?!\[)|%ENV\b|\bprintenv\b/.test(word.text);
	const names = [...word.text.matchAll(/["'`]([^"'`\s]{2,200})["'`]/g)].map((match) => match[1] ?? '');
	const credentials = names.filter((name) => isCredential(name) || isSecretName(name));
	return [
		opaque(`code of another language: ${shorten(word.text)}`),
		...(dumps ? [secret('the environment')] : []),
		...credentials.map(secret),
	];
}

/** A word as a path of the workspace; undefined when it cannot be told. */
export function pathOf(word: Word, scope: Scope): string | undefined {
	if (!word.known || word.text === '') return undefined;
	const cwd = word.text.startsWith('/') ? '/' : scope.cwd;
	if (cwd === undefined) return undefined;
	const place = word.pattern ? locatePattern(scope.facts, word.text, cwd) : locate(scope.facts, word.text, cwd);
	return place?.path;
}

function shorten(text: string): string {
	return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
