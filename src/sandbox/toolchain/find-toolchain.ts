import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { Toolchain, ToolPlaces, ToolVariable } from '../../core/index.ts';
import { holds, isShown, isTooWide } from '../system-mounts.ts';
import { beginningOf, besidePrograms, type IsCredential } from './beside-programs.ts';
import { sandboxHome } from './package-variables.ts';
import { needs, type ToolHome, toolHomes, userBase } from './tool-homes.ts';

/** What is known of a job beside its environment. */
export interface ToolVisibility {
	/** Folders of which nothing is shown as a program's, and none around them: the checkout, and where the job keeps its own things. */
	readonly apart: readonly string[];
	/** Folders that the configuration names besides. */
	readonly more?: readonly string[];
	/** Whether a file holds a credential, by its path. */
	readonly isCredential: IsCredential;
}

type Left = Toolchain['left'][number];

/**
 * Finds the programs of a job: every folder of its PATH outside the checkout, in order, with what its programs need. Nothing of it can be
 * written by a command, and no credential that lies beside is shown. What cannot be shown is left out, and told.
 */
export function findToolchain(places: ToolPlaces, given: ToolVisibility): Toolchain {
	// Threat: by another name, a folder of the checkout would not be known as one.
	const visibility = { ...given, apart: given.apart.map(realOr) };
	const path = new Set<string>();
	const wanted: string[] = [];
	const left: Left[] = [];
	const named = visibility.more ?? [];
	for (const folder of new Set([...places.path, ...named])) {
		const judged = judgeFolder(folder, places, visibility);
		if (judged.kind === 'left') left.push({ place: folder, why: judged.why });
		if (judged.kind === 'none' && named.includes(folder)) left.push({ place: folder, why: 'there is no such folder' });
		if (judged.kind !== 'shown' || path.has(judged.real)) continue;
		path.add(judged.real);
		wanted.push(...judged.wanted);
	}
	const rows = rowsOf(wanted, places);
	const beside = rows.flatMap((row) => shownOf(row, places, visibility));
	const shown = outermost([...wanted, ...beside].filter((place) => !isShown(place)));
	const { mounts, hidden, unsure } = judgePlaces(shown.slice(0, mostPlaces), visibility);
	left.push(...unsure, ...beyond(shown.slice(mostPlaces)));
	return {
		mounts,
		hidden,
		path: [...path].filter((folder) => isShown(folder) || mounts.some((mount) => touches(mount, folder))),
		variables: { ...rootsOf(rows, places, mounts), ...travelling(places.variables, mounts) },
		left,
	};
}

/** Each costs every command two descriptors while it starts. */
const mostHidden = 128;

/** What of these places is shown, what reads as empty in it, and what is too unsure to be shown. */
function judgePlaces(places: readonly string[], { isCredential }: ToolVisibility) {
	const mounts: string[] = [];
	const hidden: string[] = [];
	const unsure: Left[] = [];
	for (const place of places) {
		const beside = besidePrograms(place, isCredential);
		if (!beside.ok) unsure.push({ place, why: beside.why });
		else if (hidden.length + beside.hidden.length > mostHidden)
			unsure.push({ place, why: `with it, more than ${mostHidden} credentials or sockets would have to be hidden` });
		else {
			mounts.push(place);
			hidden.push(...beside.hidden);
		}
	}
	return { mounts, hidden, unsure };
}

/** Each place costs every command one or two milliseconds. */
const mostPlaces = 256;

function beyond([first, ...others]: readonly string[]): readonly Left[] {
	if (first === undefined) return [];
	return [{ place: first, why: `it and ${others.length} more are beyond the ${mostPlaces} places that are shown` }];
}

/** What is known of a folder of the PATH; `none` where there is no folder. */
type Judged =
	| { readonly kind: 'none' }
	| { readonly kind: 'left'; readonly why: string }
	| { readonly kind: 'shown'; readonly real: string; readonly wanted: readonly string[] };

function judgeFolder(folder: string, places: ToolPlaces, visibility: ToolVisibility): Judged {
	const real = isAbsolute(folder) ? realFolder(folder) : undefined;
	if (real === undefined) return { kind: 'none' };
	// Threat: behind the colon a relative folder would begin, which a command finds in the checkout.
	if (real.includes(':')) return { kind: 'left', why: 'its name holds a colon' };
	if (isShown(real)) return { kind: 'shown', real, wanted: [] };
	const why = reasonAgainst(real, places, visibility);
	return why === undefined ? wantedOf(real, places, visibility) : { kind: 'left', why };
}

/** What the system does not let us look at is left out: one odd folder must not cost a job its commands. */
function wantedOf(real: string, places: ToolPlaces, visibility: ToolVisibility): Judged {
	try {
		return { kind: 'shown', real, wanted: placesOf(real, places, visibility) };
	} catch (error) {
		if (!(error instanceof Error && 'code' in error)) throw error;
		return { kind: 'left', why: `it cannot be read (${String(error.code)})` };
	}
}

function realFolder(folder: string): string | undefined {
	if (!existsSync(folder)) return undefined;
	const real = realpathSync(folder);
	return statSync(real).isDirectory() ? real : undefined;
}

/** Folders in which the system keeps its state, and nobody installs programs. */
const systemState = ['/boot', '/dev', '/etc', '/proc', '/run', '/sys', '/var'];
/** Where every command has a folder of its own to write in. */
const ownOfCommands = ['/tmp', sandboxHome];

/** Why a folder is not shown; undefined where it may be. */
function reasonAgainst(place: string, places: ToolPlaces, { apart }: ToolVisibility): string | undefined {
	if (isTooWide(place) || isHome(place, places) || systemState.some((own) => holds(own, place)))
		return 'it would show a home or a folder of the system';
	if (ownOfCommands.some((own) => holds(place, own))) return 'every command has a folder of its own there';
	if (apart.some((own) => holds(own, place))) return 'it lies in the checkout, or among the files of the job';
	if (apart.some((own) => holds(place, own))) return 'the checkout, or files of the job, lie in it';
	return undefined;
}

/** Whether a folder is, or holds, a home: that of the job, or of somebody else of this machine. */
function isHome(place: string, places: ToolPlaces): boolean {
	return homeAround(place, places) === place || holds(place, realOr(places.home));
}

/** The home that a place lies in. In a container the job's home is another one than that of its user. */
function homeAround(place: string, { home }: ToolPlaces): string | undefined {
	return holds(realOr(home), place) ? realOr(home) : /^(?:\/root|\/home\/[^/]+)(?=\/|$)/.exec(place)?.[0];
}

/** A folder of programs, what it belongs to, and where its programs lead. */
function placesOf(folder: string, places: ToolPlaces, visibility: ToolVisibility): readonly string[] {
	const linked = linkedPrograms(folder).flatMap((program) => programPlaces(program, places, visibility));
	const found = [...installationOf(folder, places, visibility), ...linked];
	return [...found, ...found.flatMap((place) => baseOf(place, places, visibility))];
}

/** What is shown for a folder of programs: the whole installation, where it is known as one or looks like one. */
function installationOf(folder: string, places: ToolPlaces, visibility: ToolVisibility): readonly string[] {
	const row = homeOf(folder, places);
	if (row !== undefined) {
		const known = shownOf(row, places, visibility).filter((place) => holds(place, folder) || holds(folder, place));
		return known.length === 0 ? [folder] : known;
	}
	const prefix = dirname(folder);
	const isPrefix =
		looksInstalled(folder) && !isOwnSettings(prefix, places) && reasonAgainst(prefix, places, visibility) === undefined;
	return [isPrefix ? prefix : folder];
}

/** `<prefix>/bin` beside `<prefix>/lib` and its like, and `node_modules/.bin`. */
function looksInstalled(folder: string): boolean {
	if (basename(folder) === '.bin') return basename(dirname(folder)) === 'node_modules';
	const beside = ['lib', 'lib64', 'libexec', 'share', 'include', 'pyvenv.cfg', 'Cellar'];
	return /^(?:s?bin|shims)$/.test(basename(folder)) && beside.some((name) => existsSync(join(dirname(folder), name)));
}

/** Threat: a folder such as `~/.docker` or `~/.azure` holds programs in `bin`, and credentials beside it. */
function isOwnSettings(folder: string, places: ToolPlaces): boolean {
	const home = homeAround(folder, places);
	const way = home === undefined ? '' : relative(home, folder);
	return /^\.[^/.][^/]*(?:\/[^/]*)?$/.test(way) || /^\.(?:config|local\/share)\/[^/]+$/.test(way);
}

/** The row of the table that a place lies in. */
function homeOf(place: string, { home }: ToolPlaces): ToolHome | undefined {
	return toolHomes.find((row) => holds(join(realOr(home), row.place), place));
}

/** What of an installer's folder is there to be shown. */
function shownOf({ place, shows }: ToolHome, places: ToolPlaces, visibility: ToolVisibility): readonly string[] {
	const root = join(realOr(places.home), place);
	const there = (shows ?? ['']).map((name) => join(root, name)).filter(existsSync);
	// Threat: it may be a link to a home.
	return there.filter((part) => reasonAgainst(realpathSync(part), places, visibility) === undefined);
}

/** The rows that are in use, with those that they need. */
function rowsOf(wanted: readonly string[], places: ToolPlaces): readonly ToolHome[] {
	const used = new Set(wanted.flatMap((place) => homeOf(place, places)?.place ?? []));
	const needed = new Set([...used].flatMap((place) => needs[place] ?? []));
	return toolHomes.filter(({ place }) => used.has(place) || needed.has(place));
}

const mostPrograms = 2_000;

/** The programs of a folder that are links to somewhere else, by their real paths. */
function linkedPrograms(folder: string): readonly string[] {
	const links = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
	const targets = links.slice(0, mostPrograms).map(({ name }) => join(folder, name));
	const real = targets.filter(existsSync).map((link) => realpathSync(link));
	return [...new Set(real)].filter((file) => !isShown(file) && !holds(folder, file));
}

/** What is shown for one program: its installation where it lies in one, else the file alone. */
function programPlaces(program: string, places: ToolPlaces, visibility: ToolVisibility): readonly string[] {
	if (!statSync(program).isFile() || visibility.apart.some((own) => holds(own, program))) return [];
	const found = installationOf(dirname(program), places, visibility);
	if (!found.includes(dirname(program)) || homeOf(program, places) !== undefined) return found;
	return visibility.isCredential(program) ? [] : [program];
}

/** The Python that a virtual environment was made from. */
function baseOf(prefix: string, places: ToolPlaces, visibility: ToolVisibility): readonly string[] {
	const file = join(prefix, 'pyvenv.cfg');
	if (!existsSync(file) || !statSync(file).isFile()) return [];
	const [, home = ''] = /^home\s*=\s*(\S.*?)\s*$/m.exec(beginningOf(file)?.toString() ?? '') ?? [];
	const real = isAbsolute(home) ? realFolder(home) : undefined;
	if (real === undefined || isShown(real) || reasonAgainst(real, places, visibility) !== undefined) return [];
	return installationOf(real, places, visibility);
}

/** Each place once, and none that lies in another one. */
function outermost(places: readonly string[]): readonly string[] {
	const all = new Set(places);
	return [...all].filter((place) => !foldersAbove(place).some((folder) => all.has(folder)));
}

function foldersAbove(place: string): readonly string[] {
	const names = place.split('/').slice(1, -1);
	return names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`);
}

/** The variables that tell shims where their installer's folder is: inside the sandbox the home is another one. */
function rootsOf(
	rows: readonly ToolHome[],
	places: ToolPlaces,
	mounts: readonly string[],
): Readonly<Record<string, string>> {
	const rowRoots = rows.map(({ variable, place }) => [variable, join(realOr(places.home), place)] as const);
	const base = join(realOr(places.home), userBase.place);
	const hasUserPackages = mounts.some((mount) => holds(join(base, 'lib'), mount));
	const all = [...rowRoots, ...(hasUserPackages ? [[userBase.variable, base] as const] : [])];
	return Object.fromEntries(
		all.flatMap(([name, root]) =>
			name !== undefined && mounts.some((mount) => holds(root, mount)) ? [[name, root]] : [],
		),
	);
}

/**
 * The variables whose values lead to what is shown, with the real paths. Threat: a link on the way may lie in the checkout, where a command gives it
 * another end.
 */
function travelling(variables: readonly ToolVariable[], mounts: readonly string[]): Readonly<Record<string, string>> {
	const placeAt = (place: string): readonly string[] => {
		if (!isAbsolute(place) || !existsSync(place)) return [];
		const real = realpathSync(place);
		// An installer's own folder counts where a part of it is shown.
		const isThere = isShown(real) || isAuthority(real) || mounts.some((mount) => touches(mount, real));
		return isThere && !real.includes(':') ? [real] : [];
	};
	return Object.fromEntries(
		variables.flatMap(({ name, kind, value }): readonly (readonly [string, string])[] => {
			if (kind === 'version') return /^[\w.+-]{1,64}$/.test(value) ? [[name, value]] : [];
			const parts = kind === 'places' ? value.split(':').flatMap(placeAt) : placeAt(value);
			return parts.length === 0 ? [] : [[name, parts.join(':')]];
		}),
	);
}

function realOr(path: string): string {
	return existsSync(path) ? realpathSync(path) : path;
}

/** Certificates of authorities, which every command sees. */
function isAuthority(place: string): boolean {
	return ['/etc/ssl/certs', '/etc/pki/tls/certs'].some((folder) => holds(folder, place));
}

/** Whether one of the two lies in the other. */
function touches(one: string, other: string): boolean {
	return holds(one, other) || holds(other, one);
}
