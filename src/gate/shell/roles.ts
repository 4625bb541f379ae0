import { exactHost } from '../../core/index.ts';
import { isCredentialFile, quotedWords } from '../code/credential-words.ts';
import { environmentFindings } from '../code/environment-reads.ts';
import { isMetadataHost, metadataPath } from '../hosts.ts';
import { locate, locatePattern } from '../locate.ts';
import { listEffect, readEffect, writeEffect } from '../path-effects.ts';
import { isCertificate, isCredential, isExecutedLater, mayBeChosenCredential } from '../sensitive.ts';
import {
	behindLinks,
	behindLinksBelow,
	filesBehindLinks,
	inOwnFolder,
	isOfProcess,
	otherFolder,
} from './behind-links.ts';
import { dataModules } from './data-modules.ts';
import { loadedFile } from './loaded-file.ts';
import {
	configWrite,
	effect,
	type Finding,
	type Invocation,
	network,
	opaque,
	privilege,
	type Scope,
	type Script,
	secret,
} from './program.ts';
import { portOf, unescaped } from './url-parts.ts';
import { usualRedirects } from './usual-redirects.ts';
import { constant, isRefName, type Word } from './word.ts';

/** A file of names: what stands in it decides what is read, so that cannot be known. */
export function readsNames(word: Word, scope: Scope): readonly Finding[] {
	return [...reads(word, scope), opaque(`the names in \`${shorten(word.text)}\` cannot be known`)];
}

/** Threat: `cat $(grep -oE '\w+' f)` reads what whoever wrote `f` chose, as `id_rsa`. */
const chosenPath = ({ text }: Word): Finding => opaque(`a file that another file names: ${shorten(text)}`);

const quietDevices = /^\/dev\/(null|zero|full|u?random|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** Reading a path. Whoever reads all files of the checkout reads those, too, that it hides and that git ignores. */
export function reads(word: Word, scope: Scope): readonly Finding[] {
	return [...measures(word, scope), ...(word.whole === true ? beyondIgnored(word, scope) : [])];
}

/** Reading a path without showing more of it than a number, or lines that were asked for. */
export function measures(word: Word, scope: Scope): readonly Finding[] {
	if (word.stream !== undefined || word.text === '-' || (word.known && quietDevices.test(word.text))) return [];
	const path = pathOf(word, scope);
	const doubt = word.chosen === true && mayBeChosenCredential(word.text) ? [chosenPath(word)] : [];
	if (path !== undefined)
		return [effect(readEffect(path, scope.facts)), ...doubt, ...behindLinks(word, scope, measures)];
	if (isOfProcess(word.text)) return [otherFolder, ...inOwnFolder(word, scope, measures)];
	const unknown = opaque(`which file is read cannot be known: ${shorten(word.text)}`);
	const named = word.text.startsWith('~') ? word.text : word.prefix;
	return isCredential(named) ? [secret(word.text), unknown] : [unknown];
}

/** Listing names: a credential's name is none, so that a folder that is not known may be any but one of processes. */
export function listsNames(word: Word, scope: Scope): readonly Finding[] {
	const path = word.stream === undefined ? pathOf(word, scope) : undefined;
	if (!word.known && !word.fetched && !/^\/proc|^~/.test(word.prefix) && !isCredential(word.prefix)) return [];
	if (path === undefined || /^\/proc(\/|$)/.test(path)) return measures(word, scope);
	return [effect(listEffect(path))];
}

/**
 * Reading all that lies below a path, to show or to copy it. Threat: below git's own folder stands its configuration, with a token that was
 * persisted, and in the checkout lie files of variables.
 */
export function readsBelow(word: Word, scope: Scope, links: 'followed' | 'kept' = 'followed'): readonly Finding[] {
	const behind = behindLinksBelow(word, scope, readsWhole);
	// A copy of a link leads to the same place, which then has another name.
	const shown = links === 'followed' ? behind : behind.filter(isSecret);
	return [...searchesBelow(word, scope), ...beyondIgnored(word, scope), ...shown];
}

/** Searching all that lies below a path: of most files it shows nothing. */
export function searchesBelow(word: Word, scope: Scope, links?: 'followed' | undefined): readonly Finding[] {
	const path = word.stream === undefined ? pathOf(word, scope) : undefined;
	const isGit = path !== undefined && /(^|\/)\.git$/.test(path);
	const found = isGit ? [...measures(word, scope), secret(`${path}/config`)] : measures(word, scope);
	return links === 'followed' ? [...found, ...behindLinksBelow(word, scope, readsWhole)] : found;
}

/** A file, or all that a folder holds. */
function readsWhole(word: Word, scope: Scope): readonly Finding[] {
	return [...measures(word, scope), ...beyondIgnored(word, scope)];
}

function isSecret(finding: Finding): boolean {
	return finding.find === 'effect' && finding.effect.kind === 'secret.read';
}

/** What reading the whole checkout, the home or the machine shows beside what it is meant to. */
export function beyondIgnored(word: Word, scope: Scope): readonly Finding[] {
	const path = word.stream === undefined ? pathOf(word, scope) : undefined;
	if (path !== undefined && (path === scope.facts.home || /^\/(home|root|etc)?$/.test(path)))
		return [secret(`all that lies in ${path}`)];
	const isNamed = path !== undefined && word.whole === true && /^\*\*\/.*[^*?./]/.test(path);
	if (isNamed && !isCredential(path)) return [opaque(`a name that credentials have, too: ${shorten(path)}`)];
	// `ls -A .` gives the names alone.
	const isListed = word.whole === true && path === '*';
	if (path === undefined || !(isListed || /^(\.|\*\*)(\/[*?.]+)?$/.test(path))) return [];
	return [opaque('it reads all files of the checkout, hidden and ignored ones among them')];
}

/** Creating or changing a path. */
export function writes(word: Word, scope: Scope): readonly Finding[] {
	if (word.stream !== undefined || word.text === '-' || (word.known && quietDevices.test(word.text))) return [];
	const runnerFile = /^\$\{?(GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)|BASH_ENV)(?::?[-?][^}]*)?\}?$/.exec(
		word.text,
	);
	if (!word.known && runnerFile) return [configWrite(`$${runnerFile[1]}`)];
	const path = pathOf(word, scope);
	const loaded = path === undefined ? loadedFile(word.text) : undefined;
	if (loaded !== undefined) return [configWrite(loaded)];
	return [
		path === undefined
			? opaque(`which file is written cannot be known: ${shorten(word.text)}`)
			: effect(writeEffect(path)),
		...looseEnds(word),
		...(word.chosen === true && /(^|\/)[[*][^/]*$/.test(word.text) ? [chosenPath(word)] : []),
		...(path === undefined ? inOwnFolder(word, scope, writes) : behindLinks(word, scope, writes)),
	];
}

/**
 * What a tool makes lies where the project keeps such things: only a file that is there already, what is executed later, and what lies
 * elsewhere is a write of its own. A path may stand behind what says in which form: `json:report.json`.
 */
export function outputs(word: Word, scope: Scope): readonly Finding[] {
	if (/^[a-z][\w+.-]*:\/\//i.test(word.text)) return [];
	const parts = word.known && !word.pattern ? word.text.split(/[,:;=]/) : [];
	const named = parts.length < 2 ? [] : parts.filter((text) => text !== '').map(constant);
	const targets = /[;,]/.test(word.text) && named.length > 0 ? named : [word, ...named];
	const found = targets.flatMap((target) => writes(target, scope)).filter((finding) => isTelling(finding, scope));
	return [...found, ...targets.flatMap((target) => aboveObeyed(target, scope))];
}

/** A folder in which, or below which, lies what is obeyed later. Threat: what is copied there decides which names it gets. */
function aboveObeyed(word: Word, scope: Scope): readonly Finding[] {
	const path = pathOf(word, scope);
	if (path === undefined) return [];
	const isAbove = scope.facts.root.startsWith(`${path.replace(/\/$/, '')}/`) && path.startsWith('/');
	return isAbove || (holdsObeyed(path) && !isExecutedLater(path)) ? [configWrite(`${path}/**`)] : [];
}

/** Whether in a folder lies what is obeyed later: a workflow, a hook, a setting of an editor. */
export function holdsObeyed(path: string): boolean {
	return ['x', 'workflows/x', 'settings.json'].some((name) => isExecutedLater(`${path}/${name}`));
}

function isTelling(finding: Finding, { facts }: Scope): boolean {
	if (finding.find !== 'effect' || finding.effect.kind !== 'write') return true;
	const { path } = finding.effect;
	if (path.startsWith('/')) return !/^\/(var\/)?tmp\//.test(path);
	return facts.readText(path) !== undefined && !facts.changedInRun(path);
}

/** Removing a path, or all below it. */
export function deletes(word: Word, scope: Scope, recursive: boolean): readonly Finding[] {
	// A pattern of folders is one of what they hold.
	const path = pathOf(word.pattern ? { ...word, text: word.text.replace(/\*\/+$/, '*') } : word, scope);
	const again = (one: Word) => deletes(one, scope, recursive);
	if (path !== undefined)
		return [effect({ kind: 'delete', path, recursive }), ...looseEnds(word), ...filesBehindLinks(word, scope, again)];
	return [
		...inOwnFolder(word, scope, again),
		opaque(`what is deleted cannot be known: ${shorten(word.text)}`),
		...gitAnywhere(word, recursive),
	];
}

/** Whatever folder it is in, what is called `.git` there holds the history of a repository. */
function gitAnywhere({ known, text }: Word, recursive: boolean): readonly Finding[] {
	const isGit = known && !text.startsWith('/') && /(^|\/)\.git\/?$/.test(text);
	return isGit ? [effect({ kind: 'delete', path: '.git', recursive })] : [];
}

/** `rm $f` deletes `a` and `b` where `$f` is a file `a b`. */
function looseEnds({ loose, text }: Word): readonly Finding[] {
	return loose === true ? [opaque(`a file's name that may be split at its blanks: ${shorten(text)}`)] : [];
}

/** Executing a file's content. */
export function runsFile(word: Word, scope: Scope, script?: Script): readonly Finding[] {
	if (word.stream?.fetched === true || /^https?:\/\//i.test(word.prefix))
		return [opaque('fetched code: it runs code that comes from another machine')];
	if (/^data:/i.test(word.prefix)) return [opaque('a module that is its own address'), ...dataModules(word.text)];
	const path = word.stream === undefined ? pathOf(word, scope) : undefined;
	const isOpened = /^\/(dev|proc\/self)\/fd\/$/.test(word.prefix);
	if (path === undefined) {
		const why = opaque(`what is executed cannot be known: ${shorten(word.text)}`);
		return isOpened ? [why, { find: 'executes', path: `${word.prefix}*` }] : [why];
	}
	return [effect({ kind: 'exec', program: path, argv: [] }), { find: 'executes', path, ...(script && { script }) }];
}

/** Executing a file by an interpreter, which shows in its errors what it cannot read; and what a sourced `.env` sets, the next command may print. */
export function interprets(word: Word, scope: Scope, script?: Script): readonly Finding[] {
	return [...runsFile(word, scope, script), ...credentialsIn([word], scope)];
}

/** Talking to the host of a URL, or reading the file that it names. */
export function contacts(word: Word, scope: Scope): readonly Finding[] {
	if (/^file:/i.test(word.prefix)) {
		return word.known
			? reads({ ...word, text: unescaped(word.text.replace(/^file:\/\/[^/]*/i, '')) }, scope)
			: [opaque('a file URL that cannot be known')];
	}
	const address = word.prefix.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/^[^/@\s]*@/, '');
	const host = /^(?:\[[^\]]*\]|[^/:?#\s]+)/.exec(address)?.[0];
	const found = talksTo(host ?? 'a host that cannot be known', portOf(address));
	if (found.length === 1 && metadataPath.test(word.text)) return [...found, secret('metadata of the machine')];
	return [...found, ...usualRedirects(address).map(network)];
}

/** Talking to a host; some hand out credentials. */
export function talksTo(host: string, port?: string): readonly Finding[] {
	const named = port === undefined ? host : (exactHost(`${host}:${port}`) ?? host);
	return [network(named), ...(isMetadataHost(host) ? [secret('metadata of the machine')] : [])];
}

const daemonSocket =
	/(docker|containerd|podman|crio|cri-dockerd|buildkitd|lxd|libvirt|snapd|dbus\/system_bus)\S*(\.sock(et)?|$)|system_bus_socket/;

/** Talking to a socket of this machine: behind some stands a daemon with the rights of root. */
export function opensSocket(word: Word, scope: Scope): readonly Finding[] {
	if (daemonSocket.test(word.text)) return [privilege('commands a daemon of the machine by its socket')];
	return [...writes(word, scope), ...credentialsIn([word], scope)];
}

/** The credentials among words that a program may read. */
export function credentialsIn(words: readonly Word[], scope: Scope): readonly Finding[] {
	const isLikely = ({ text }: Word) => !text.startsWith('-') && (isCredential(text) || isCertificate(text));
	const paths = words.filter(isLikely);
	const doubts = words.filter((word) => word.chosen === true && !isRefName(word) && mayBeChosenCredential(word.text));
	return paths
		.flatMap((word) => reads(word, scope))
		.filter(isSecret)
		.concat(doubts.map(chosenPath));
}

/** The same where a bare `secrets` or `credentials` names a command and not a file. */
export function credentialFiles({ words, scope }: Pick<Invocation, 'words' | 'scope'>): readonly Finding[] {
	return credentialsIn(
		words.filter((word) => /[./]/.test(word.text)),
		scope,
	);
}

/** Code of a language that is not read; but what dumps the environment or names a credential is seen. */
export function inlineCode(word: Word): readonly Finding[] {
	return [
		opaque(`code of another language: ${shorten(word.text)}`),
		...environmentFindings(word.text),
		...quotedWords(word.text).filter(isCredentialFile).map(secret),
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
