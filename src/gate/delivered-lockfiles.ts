import { type DeliveredFile, type FileState, isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { jsonOf } from './delivered-manifests.ts';
import { foreignSources } from './delivered-sources.ts';
import { utf8Text } from './utf8-text.ts';

const addresses =
	/\b(?:git\+)?(?:https?|ssh|git|ftp):\/\/(?:[^\s/@"'<>]{1,200}@)?([\w.-]{1,253})(?::\d+)?(?:[/:]([\w.-]{1,100}))?/g;
const proof = /\bsha(?:1|256|384|512)[-:=]|\bh1:|"?checksum"? ?[=:]|"content-hash"|"shasum"|\bintegrity\b|\bhash = "/;
const mostNamed = 5;

/**
 * Describes how a delivery changes the sources of packages. It names new hosts in a lockfile, packages without a digest that had one or are
 * new, and new dependencies of a manifest from outside the usual registry. Undefined if none of these changed.
 */
export function describeSources(file: DeliveredFile, isLockfile: boolean): string | undefined {
	const said = isLockfile ? lockfileSources(file) : manifestSources(file);
	return said.length === 0 ? undefined : said.join('; ');
}

function lockfileSources({ path, before, after }: DeliveredFile): readonly string[] {
	if (after === undefined) return [];
	const [then, now] = [lockedText(before), lockedText(after)];
	if (now === undefined) return ['it is no text'];
	const known = then === undefined ? new Set<string>() : originsIn(then);
	const isUsual = (origin: string) =>
		usual.test(origin) || (/composer\.lock$/i.test(path) && usualForComposer.test(origin));
	const origins = [...originsIn(now)].filter((origin) => !known.has(origin) && !isUsual(origin));
	const lost = lostProofs(then ?? '', now);
	return [
		...(origins.length === 0 ? [] : [`packages from ${named(origins)}`]),
		...(lost === 0 ? [] : [`${lost} ${lost === 1 ? 'package has' : 'packages have'} no digest`]),
	];
}

/** The usual public registries. The description of a delivery never mentions them. */
const usual =
	/^(registry\.(npmjs\.org|yarnpkg\.com)|pypi\.org|files\.pythonhosted\.org|rubygems\.org|(index\.|static\.)?crates\.io|github\.com\/rust-lang|proxy\.golang\.org|(repo\.)?hex\.pm|pub\.dev)$/;
const usualForComposer = /^((api|codeload)\.)?github\.com\/[\w.-]+$/;

function lockedText(state: FileState | undefined): string | undefined {
	if (state === undefined) return '';
	return state.mode === '120000' ? undefined : utf8Text(state.bytes);
}

/** Returns the sources of a lockfile's packages. In JSON, it ignores addresses such as those of sponsors and homepages. */
function originsIn(text: string): ReadonlySet<string> {
	const value = jsonOf(text);
	const sources = value === undefined ? text : addressesIn(value).join('\n');
	return new Set(
		[...sources.matchAll(addresses)].map(([whole, host = '', owner = '']) => originOf(whole, host, owner)),
	);
}

const notSources: ReadonlySet<string> = new Set(['funding', 'support', 'homepage', 'bugs', 'repository', 'authors']);

function addressesIn(value: JsonValue): readonly string[] {
	if (typeof value === 'string') return [value];
	if (value === null || typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([key, item]) => (notSources.has(key) ? [] : addressesIn(item as JsonValue)));
}

/**
 * Returns the host of an address. On GitHub, GitLab and Bitbucket everybody can publish, so the owner is added. The protocol is added
 * unless it is HTTPS.
 */
function originOf(address: string, host: string, owner: string): string {
	const place = /(^|\.)(github|gitlab|bitbucket)\.(com|org)$/i.test(host) ? `${host}/${owner}` : host;
	const way = /^(git|ssh|ftp|http:)/i.exec(address) === null ? '' : `${address.slice(0, address.indexOf('://'))}://`;
	return `${way}${place}`.toLowerCase();
}

/**
 * Counts the packages without a digest that had one before, or that are new. It compares npm's format package by package, and other formats
 * paragraph by paragraph.
 */
function lostProofs(before: string, after: string): number {
	const now = packagesOf(after);
	if (now !== undefined) {
		const then = packagesOf(before) ?? {};
		return Object.keys(now).filter((name) => isUnproven(now[name]) && !isUnproven(then[name])).length;
	}
	const [old, paragraphs] = [paragraphsOf(before), paragraphsOf(after)];
	return [...paragraphs].filter(([name, text]) => {
		const was = old.get(name);
		const isDownloaded = text.search(addresses) !== -1 || proof.test(was ?? '');
		return !proof.test(text) && isDownloaded && (was === undefined || proof.test(was));
	}).length;
}

/** Returns the paragraphs of a lockfile of yarn, pnpm, Poetry, uv or Cargo, by the line that names the package. */
function paragraphsOf(text: string): ReadonlyMap<string, string> {
	const all = text.split(/\r?\n\s*\n/).map((paragraph) => paragraph.trim());
	return new Map(
		all.map((paragraph) => [paragraph.split(/\r?\n/).find((line) => !line.startsWith('[[')) ?? '', paragraph]),
	);
}

function packagesOf(text: string): JsonObject | undefined {
	const packages = jsonOf(text)?.['packages'];
	return isJsonObject(packages) ? packages : undefined;
}

/** Returns whether a package is downloaded without a digest. */
function isUnproven(value: JsonValue | undefined): boolean {
	if (!isJsonObject(value)) return false;
	const { resolved, integrity, link, inBundle } = value;
	return typeof resolved === 'string' && integrity === undefined && link !== true && inBundle !== true;
}

/** Returns the new dependencies of a manifest that come from outside the usual registry. */
function manifestSources({ path, before, after }: DeliveredFile): readonly string[] {
	if (after === undefined) return [];
	const [known, now] = [before, after].map((state) => foreignSources(path, lockedText(state) ?? ''));
	const added = (now ?? []).filter((one) => known?.includes(one) !== true);
	return added.length === 0 ? [] : [`dependencies from elsewhere: ${named(added)}`];
}

function named(all: readonly string[]): string {
	const shown = all.slice(0, mostNamed).map((one) => JSON.stringify(one.slice(0, 100)));
	return [...shown, ...(all.length > mostNamed ? [`and ${all.length - mostNamed} more`] : [])].join(', ');
}
