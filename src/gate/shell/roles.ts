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
	credentialsAmong,
	credentialsBelow,
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
	runsFetchedCode,
	type Scope,
	type Script,
	secret,
} from './program.ts';
import { rootWithout } from './unset-prefix.ts';
import { portOf, unescaped } from './url-parts.ts';
import { usualRedirects } from './usual-redirects.ts';
import { constant, isRefName, type Word } from './word.ts';
import { chosenPath, looseEnds, shorten } from './word-doubts.ts';

/** Returns the findings for reading a file of names. Its unknown content decides which files are read. */
export function readsNames(word: Word, scope: Scope): readonly Finding[] {
	return [...reads(word, scope), opaque(`the names in \`${shorten(word.text)}\` cannot be known`)];
}

/** Threat: many programs open an address where they take a path. */
const address = /^[a-z][\w+.-]*:\/\//i;

const quietDevices = /^\/dev\/(null|zero|full|u?random|stdin|stdout|stderr|tty|fd\/\d+)$/;

/**
 * Returns the findings for reading a path. If the word means all files of the checkout, they include hidden files and files that git
 * ignores.
 */
export function reads(word: Word, scope: Scope): readonly Finding[] {
	const among = word.pattern ? credentialsAmong(word, scope) : [];
	return [...measures(word, scope), ...among, ...(word.whole === true ? beyondIgnored(word, scope) : [])];
}

/** Returns the findings for reading a path if the program shows only a number or the requested lines of it. */
export function measures(word: Word, scope: Scope): readonly Finding[] {
	if (word.stream !== undefined || word.text === '-' || (word.known && quietDevices.test(word.text))) return [];
	if (address.test(word.prefix)) return contacts(word, scope);
	const path = pathOf(word, scope);
	const doubt = word.chosen === true && mayBeChosenCredential(word.text) ? [chosenPath(word)] : [];
	if (path !== undefined)
		return [effect(readEffect(path, scope.facts)), ...doubt, ...behindLinks(word, scope, measures)];
	if (isOfProcess(word.text)) return [otherFolder, ...inOwnFolder(word, scope, measures)];
	const unknown = opaque(`which file is read cannot be known: ${shorten(word.text)}`);
	const named = word.text.startsWith('~') ? word.text : word.prefix;
	return isCredential(named) ? [secret(word.text), unknown] : [unknown];
}

/**
 * Returns the findings for listing file names. The name of a credential is not secret, so an unknown folder is harmless, except a folder of
 * processes.
 */
export function listsNames(word: Word, scope: Scope): readonly Finding[] {
	const path = word.stream === undefined ? pathOf(word, scope) : undefined;
	if (!word.known && !word.fetched && !/^\/proc|^~/.test(word.prefix) && !isCredential(word.prefix)) return [];
	if (path === undefined || /^\/proc(\/|$)/.test(path)) return measures(word, scope);
	return [effect(listEffect(path))];
}

/**
 * Returns the findings for reading everything below a path, to show or copy it. Threat: `.git/config` can contain a token, and the checkout
 * can contain `.env` files.
 */
export function readsBelow(word: Word, scope: Scope, links: 'followed' | 'kept' = 'followed'): readonly Finding[] {
	const behind = behindLinksBelow(word, scope, readsWhole);
	// A copied link leads to the same file under another name.
	const shown = links === 'followed' ? behind : behind.filter(isSecret);
	return [...searchesBelow(word, scope), ...beyondIgnored(word, scope), ...credentialsBelow(word, scope), ...shown];
}

/** Returns the findings for searching everything below a path. A search shows little of most files. */
export function searchesBelow(word: Word, scope: Scope, links?: 'followed' | undefined): readonly Finding[] {
	const path = word.stream === undefined ? pathOf(word, scope) : undefined;
	const isGit = path !== undefined && /(^|\/)\.git$/.test(path);
	const found = isGit ? [...measures(word, scope), secret(`${path}/config`)] : measures(word, scope);
	return links === 'followed' ? [...found, ...behindLinksBelow(word, scope, readsWhole)] : found;
}

/** Returns the findings for reading a file, or everything in a folder. */
function readsWhole(word: Word, scope: Scope): readonly Finding[] {
	return [...measures(word, scope), ...beyondIgnored(word, scope)];
}

function isSecret(finding: Finding): boolean {
	return finding.find === 'effect' && finding.effect.kind === 'secret.read';
}

/** Returns the findings for reading the whole checkout, the home folder or the machine, which includes hidden and ignored files. */
export function beyondIgnored(word: Word, scope: Scope): readonly Finding[] {
	const path = word.stream === undefined ? pathOf(word, scope) : undefined;
	if (path !== undefined && (path === scope.facts.home || /^\/(home|root|etc)?$/.test(path)))
		return [secret(`all that lies in ${path}`)];
	const isNamed = path !== undefined && word.whole === true && /^\*\*\/.*[^*?./]/.test(path);
	if (isNamed && !isCredential(path)) return [opaque(`may match a file with credentials: ${shorten(path)}`)];
	// `ls -A .` shows only the names.
	const isListed = word.whole === true && path === '*';
	if (path === undefined || !(isListed || /^(\.|\*\*)(\/[*?.]+)?$/.test(path))) return [];
	return [opaque('it reads all files of the checkout, hidden and ignored ones among them')];
}

/** Returns the findings for creating or changing a path. */
export function writes(word: Word, scope: Scope): readonly Finding[] {
	if (word.stream !== undefined || word.text === '-' || (word.known && quietDevices.test(word.text))) return [];
	const runnerFile = /^\$\{?(GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)|BASH_ENV)(?::?[-?][^}]*)?\}?$/.exec(
		word.text,
	);
	if (!word.known && runnerFile) return [configWrite(`$${runnerFile[1]}`)];
	if (address.test(word.prefix)) return contacts(word, scope);
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
 * Returns the findings for the output of a tool, which is usually in a folder for such files. Only three kinds of output are reported as a
 * write: a file that already exists, a file that is executed later, and a file elsewhere. A format may come before the path:
 * `json:report.json`.
 */
export function outputs(word: Word, scope: Scope): readonly Finding[] {
	// Threat: some tools send their report to an address.
	if (address.test(word.text)) return sends(word, scope);
	const parts = word.known && !word.pattern ? word.text.split(/[,:;=]/) : [];
	const named = parts.length < 2 ? [] : parts.filter((text) => text !== '').map(constant);
	const targets = /[;,]/.test(word.text) && named.length > 0 ? named : [word, ...named];
	const found = targets.flatMap((target) => writes(target, scope)).filter((finding) => isTelling(finding, scope));
	return [...found, ...targets.flatMap((target) => aboveObeyed(target, scope))];
}

/** Returns the findings for an output to an address. A `file:` address is a file. */
function sends(word: Word, scope: Scope): readonly Finding[] {
	const path = /^file:\/\/[^/]*(.*)$/is.exec(word.text)?.[1];
	if (path === undefined) return contacts(word, scope);
	return outputs({ ...word, ...constant(unescaped(path)), known: word.known }, scope);
}

/**
 * Returns a finding for a folder that contains files which tools execute or obey later, at any depth. Threat: the copied files can get the
 * names of such files.
 */
function aboveObeyed(word: Word, scope: Scope): readonly Finding[] {
	const path = pathOf(word, scope);
	if (path === undefined) return [];
	const isAbove = scope.facts.root.startsWith(`${path.replace(/\/$/, '')}/`) && path.startsWith('/');
	return isAbove || (holdsObeyed(path) && !isExecutedLater(path)) ? [configWrite(`${path}/**`)] : [];
}

/** Returns whether a folder can contain files that tools execute or obey later: a workflow, a hook, an editor setting. */
export function holdsObeyed(path: string): boolean {
	return ['x', 'workflows/x', 'settings.json'].some((name) => isExecutedLater(`${path}/${name}`));
}

function isTelling(finding: Finding, { facts }: Scope): boolean {
	if (finding.find !== 'effect' || finding.effect.kind !== 'write') return true;
	const { path } = finding.effect;
	if (path.startsWith('/')) return !/^\/(var\/)?tmp\//.test(path);
	return facts.readText(path) !== undefined && !facts.changedInRun(path);
}

/** Returns the findings for deleting a path, or everything below it. */
export function deletes(word: Word, scope: Scope, recursive: boolean): readonly Finding[] {
	// A pattern that matches only folders (`*/`) is treated as one that matches all entries.
	const path = pathOf(word.pattern ? { ...word, text: word.text.replace(/\*\/+$/, '*') } : word, scope);
	const again = (one: Word) => deletes(one, scope, recursive);
	if (path !== undefined)
		return [effect({ kind: 'delete', path, recursive }), ...looseEnds(word), ...filesBehindLinks(word, scope, again)];
	return [
		...inOwnFolder(word, scope, again),
		opaque(`what is deleted cannot be known: ${shorten(word.text)}`),
		...gitAnywhere(word, recursive),
		...rootWithout(word, recursive),
	];
}

/** In any folder, `.git` contains the history of a repository. */
function gitAnywhere({ known, text }: Word, recursive: boolean): readonly Finding[] {
	const isGit = known && !text.startsWith('/') && /(^|\/)\.git\/?$/.test(text);
	return isGit ? [effect({ kind: 'delete', path: '.git', recursive })] : [];
}

/** Returns the findings for executing the content of a file. */
export function runsFile(word: Word, scope: Scope, script?: Script): readonly Finding[] {
	if (word.stream?.fetched === true || /^https?:\/\//i.test(word.prefix)) return [runsFetchedCode];
	if (/^data:/i.test(word.prefix)) return [opaque('a module that is its own address'), ...dataModules(word.text)];
	const path = word.stream === undefined ? pathOf(word, scope) : undefined;
	const isOpened = /^\/(dev|proc\/self)\/fd\/$/.test(word.prefix);
	if (path === undefined) {
		const why = opaque(`what is executed cannot be known: ${shorten(word.text)}`);
		return isOpened ? [why, { find: 'executes', path: `${word.prefix}*` }] : [why];
	}
	return [effect({ kind: 'exec', program: path, argv: [] }), { find: 'executes', path, ...(script && { script }) }];
}

/**
 * Returns the findings for executing a file with an interpreter. Threat: its error messages show content that it cannot parse, and the next
 * command may print the variables of a sourced `.env`.
 */
export function interprets(word: Word, scope: Scope, script?: Script): readonly Finding[] {
	return [...runsFile(word, scope, script), ...credentialsIn([word], scope)];
}

/** Returns the findings for contacting the host of a URL, or reading the file of a `file:` URL. */
export function contacts(word: Word, scope: Scope): readonly Finding[] {
	if (/^file:/i.test(word.prefix)) {
		return word.known
			? reads({ ...word, ...constant(unescaped(word.text.replace(/^file:\/\/[^/]*/i, ''))) }, scope)
			: [opaque('a file URL that cannot be known')];
	}
	const address = word.prefix.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/^[^/@\s]*@/, '');
	const host = /^(?:\[[^\]]*\]|[^/:?#\s]+)/.exec(address)?.[0];
	const found = talksTo(host ?? 'a host that cannot be known', portOf(address));
	if (found.length === 1 && metadataPath.test(word.text)) return [...found, secret('metadata of the machine')];
	return [...found, ...usualRedirects(address).map(network)];
}

/** Returns the findings for contacting a host. Some hosts return credentials of the machine. */
export function talksTo(host: string, port?: string): readonly Finding[] {
	const named = port === undefined ? host : (exactHost(`${host}:${port}`) ?? host);
	return [network(named), ...(isMetadataHost(host) ? [secret('metadata of the machine')] : [])];
}

const daemonSocket =
	/(docker|containerd|podman|crio|cri-dockerd|buildkitd|lxd|libvirt|snapd|dbus\/system_bus)\S*(\.sock(et)?|$)|system_bus_socket/;

/** Returns the findings for contacting a socket of this machine. Threat: some sockets belong to a daemon with root rights. */
export function opensSocket(word: Word, scope: Scope): readonly Finding[] {
	if (daemonSocket.test(word.text)) return [privilege('commands a daemon of the machine by its socket')];
	return [...writes(word, scope), ...credentialsIn([word], scope)];
}

/** Returns findings about the credentials among the words that a program may read. */
export function credentialsIn(words: readonly Word[], scope: Scope): readonly Finding[] {
	const isLikely = ({ text }: Word) => !text.startsWith('-') && (isCredential(text) || isCertificate(text));
	const paths = words.filter(isLikely);
	const doubts = words.filter((word) => word.chosen === true && !isRefName(word) && mayBeChosenCredential(word.text));
	return paths
		.flatMap((word) => reads(word, scope))
		.filter(isSecret)
		.concat(doubts.map(chosenPath));
}

/** As {@link credentialsIn}, for programs where a plain `secrets` or `credentials` is a command and not a file. */
export function credentialFiles({ words, scope }: Pick<Invocation, 'words' | 'scope'>): readonly Finding[] {
	return credentialsIn(
		words.filter((word) => /[./]/.test(word.text)),
		scope,
	);
}

/** Returns the findings for code in a language that the gate does not read: prints of the environment and names of credentials. */
export function inlineCode(word: Word): readonly Finding[] {
	return [
		opaque(`code of another language: ${shorten(word.text)}`),
		...environmentFindings(word.text),
		...quotedWords(word.text).filter(isCredentialFile).map(secret),
	];
}

/** Returns the path of a word, relative to the checkout if it is inside; undefined if unknown. */
export function pathOf(word: Word, scope: Scope): string | undefined {
	if (!word.known || word.text === '') return undefined;
	const cwd = word.text.startsWith('/') ? '/' : scope.cwd;
	if (cwd === undefined) return undefined;
	const place = word.pattern ? locatePattern(scope.facts, word.text, cwd) : locate(scope.facts, word.text, cwd);
	return place?.path;
}
