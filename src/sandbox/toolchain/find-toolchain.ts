import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { Toolchain, ToolPlaces, ToolVariable } from '../../core/index.ts';
import { holds, isShown, isTooWide } from '../system-mounts.ts';
import { beginningOf, besidePrograms, type IsCredential } from './beside-programs.ts';
import { sandboxHome } from './package-variables.ts';
import { needs, type ToolHome, toolHomes, userBase } from './tool-homes.ts';

/** Facts that are not in the job's environment. */
export interface ToolVisibility {
	/** The checkout and the job's own folders. Commands never see these folders, or folders around them, as folders of programs. */
	readonly apart: readonly string[];
	/** Additional folders from the configuration. */
	readonly more?: readonly string[];
	/** Returns whether a file contains a credential, according to its path. */
	readonly isCredential: IsCredential;
}

type Left = Toolchain['left'][number];

/**
 * Finds the programs of a job, in every folder of the PATH outside the checkout, in order, with everything that the programs need. Commands
 * cannot write there, and do not see credentials near the programs. Folders that cannot be shown are in `left`.
 */
export function findToolchain(places: ToolPlaces, given: ToolVisibility): Toolchain {
	// Threat: a folder of the checkout could have a second name by a link. So only real paths are compared.
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

/** The most files that can be hidden. Each of them needs two descriptors at the start of every command. */
const mostHidden = 128;

/** Sorts places. Returns the places to show, the files in them that must look empty, and the places that are not safe to show. */
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

/** The most places. Each place makes every command one or two milliseconds slower. */
const mostPlaces = 256;

function beyond([first, ...others]: readonly string[]): readonly Left[] {
	if (first === undefined) return [];
	return [{ place: first, why: `it and ${others.length} more are beyond the ${mostPlaces} places that are shown` }];
}

/** The decision about a folder of the PATH. `none` means that the folder does not exist. */
type Judged =
	| { readonly kind: 'none' }
	| { readonly kind: 'left'; readonly why: string }
	| { readonly kind: 'shown'; readonly real: string; readonly wanted: readonly string[] };

function judgeFolder(folder: string, places: ToolPlaces, visibility: ToolVisibility): Judged {
	const real = isAbsolute(folder) ? realFolder(folder) : undefined;
	if (real === undefined) return { kind: 'none' };
	// Threat: a colon splits PATH. The second part of the name would be a relative folder, which a command may find in the checkout.
	if (real.includes(':')) return { kind: 'left', why: 'its name holds a colon' };
	if (isShown(real)) return { kind: 'shown', real, wanted: [] };
	const why = reasonAgainst(real, places, visibility);
	return why === undefined ? wantedOf(real, places, visibility) : { kind: 'left', why };
}

/**
 * Returns the places that a folder of the PATH needs. It leaves out a folder that this process cannot read, so one unusual folder does not
 * stop all commands.
 */
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

/** Folders for the state of the system, where no programs are installed. */
const systemState = ['/boot', '/dev', '/etc', '/proc', '/run', '/sys', '/var'];
/** Folders that are private and writable for every command. */
const ownOfCommands = ['/tmp', sandboxHome];

/** Returns the reason not to show a folder. Undefined if it can be shown. */
function reasonAgainst(place: string, places: ToolPlaces, { apart }: ToolVisibility): string | undefined {
	if (isTooWide(place) || isHome(place, places) || systemState.some((own) => holds(own, place)))
		return 'it would show a home or a folder of the system';
	if (ownOfCommands.some((own) => holds(place, own))) return 'every command has a folder of its own there';
	if (apart.some((own) => holds(own, place))) return 'it lies in the checkout, or among the files of the job';
	if (apart.some((own) => holds(place, own))) return 'the checkout, or files of the job, lie in it';
	return undefined;
}

/** Returns whether a folder is, or contains, a home of the job or of another user. */
function isHome(place: string, places: ToolPlaces): boolean {
	return homeAround(place, places) === place || holds(place, realOr(places.home));
}

/** Returns the home that contains a place. In a container, the job's home may differ from its user's home. */
function homeAround(place: string, { home }: ToolPlaces): string | undefined {
	return holds(realOr(home), place) ? realOr(home) : /^(?:\/root|\/home\/[^/]+)(?=\/|$)/.exec(place)?.[0];
}

/** Returns the places to show for a folder of programs: its installation, and the targets of its linked programs. */
function placesOf(folder: string, places: ToolPlaces, visibility: ToolVisibility): readonly string[] {
	const linked = linkedPrograms(folder).flatMap((program) => programPlaces(program, places, visibility));
	const found = [...installationOf(folder, places, visibility), ...linked];
	return [...found, ...found.flatMap((place) => baseOf(place, places, visibility))];
}

/**
 * Returns the places to show for a folder of programs. If the folder is part of a known or probable installation, this is the whole
 * installation.
 */
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

/**
 * Returns whether a folder seems to belong to an installation: `<prefix>/bin` next to `<prefix>/lib` or similar, or `node_modules/.bin`.
 */
function looksInstalled(folder: string): boolean {
	if (basename(folder) === '.bin') return basename(dirname(folder)) === 'node_modules';
	const beside = ['lib', 'lib64', 'libexec', 'share', 'include', 'pyvenv.cfg', 'Cellar'];
	return /^(?:s?bin|shims)$/.test(basename(folder)) && beside.some((name) => existsSync(join(dirname(folder), name)));
}

/**
 * Returns whether a folder is a program's settings folder in the home. Threat: a folder such as `~/.docker` or `~/.azure` has programs in
 * `bin` and credentials next to it.
 */
function isOwnSettings(folder: string, places: ToolPlaces): boolean {
	const home = homeAround(folder, places);
	const way = home === undefined ? '' : relative(home, folder);
	return /^\.[^/.][^/]*(?:\/[^/]*)?$/.test(way) || /^\.(?:config|local\/share)\/[^/]+$/.test(way);
}

/** Returns the entry of `toolHomes` whose folder contains a place. */
function homeOf(place: string, { home }: ToolPlaces): ToolHome | undefined {
	return toolHomes.find((row) => holds(join(realOr(home), row.place), place));
}

/** Returns the existing parts of an installer's folder that can be shown. */
function shownOf({ place, shows }: ToolHome, places: ToolPlaces, visibility: ToolVisibility): readonly string[] {
	const root = join(realOr(places.home), place);
	const there = (shows ?? ['']).map((name) => join(root, name)).filter(existsSync);
	// Threat: the part may be a link to a home.
	return there.filter((part) => reasonAgainst(realpathSync(part), places, visibility) === undefined);
}

/** Returns the entries of `toolHomes` that contain these places, and the entries that they need. */
function rowsOf(wanted: readonly string[], places: ToolPlaces): readonly ToolHome[] {
	const used = new Set(wanted.flatMap((place) => homeOf(place, places)?.place ?? []));
	const needed = new Set([...used].flatMap((place) => needs[place] ?? []));
	return toolHomes.filter(({ place }) => used.has(place) || needed.has(place));
}

const mostPrograms = 2_000;

/** Returns the targets of those programs in a folder that are links to other places. */
function linkedPrograms(folder: string): readonly string[] {
	const links = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
	const targets = links.slice(0, mostPrograms).map(({ name }) => join(folder, name));
	const real = targets.filter(existsSync).map((link) => realpathSync(link));
	return [...new Set(real)].filter((file) => !isShown(file) && !holds(folder, file));
}

/** Returns the places to show for one program: its installation if it has one, otherwise only the file. */
function programPlaces(program: string, places: ToolPlaces, visibility: ToolVisibility): readonly string[] {
	if (!statSync(program).isFile() || visibility.apart.some((own) => holds(own, program))) return [];
	const found = installationOf(dirname(program), places, visibility);
	if (!found.includes(dirname(program)) || homeOf(program, places) !== undefined) return found;
	return visibility.isCredential(program) ? [] : [program];
}

/** Returns the installation of Python from which a virtual environment was made. */
function baseOf(prefix: string, places: ToolPlaces, visibility: ToolVisibility): readonly string[] {
	const file = join(prefix, 'pyvenv.cfg');
	if (!existsSync(file) || !statSync(file).isFile()) return [];
	const [, home = ''] = /^home\s*=\s*(\S.*?)\s*$/m.exec(beginningOf(file)?.toString() ?? '') ?? [];
	const real = isAbsolute(home) ? realFolder(home) : undefined;
	if (real === undefined || isShown(real) || reasonAgainst(real, places, visibility) !== undefined) return [];
	return installationOf(real, places, visibility);
}

/** Returns the places without duplicates, and without places inside other places. */
function outermost(places: readonly string[]): readonly string[] {
	const all = new Set(places);
	return [...all].filter((place) => !foldersAbove(place).some((folder) => all.has(folder)));
}

function foldersAbove(place: string): readonly string[] {
	const names = place.split('/').slice(1, -1);
	return names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`);
}

/**
 * Returns the variables by which shims (small start programs) find the folder of their installer, because the home is different inside the
 * sandbox.
 */
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
 * Returns those variables whose values lead to shown places, with the real paths. Threat: a link in the path may be in the checkout, where
 * a command can change it.
 */
function travelling(variables: readonly ToolVariable[], mounts: readonly string[]): Readonly<Record<string, string>> {
	const placeAt = (place: string): readonly string[] => {
		if (!isAbsolute(place) || !existsSync(place)) return [];
		const real = realpathSync(place);
		// An installer's folder is accepted if a part of it is shown.
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

/** Returns whether a place has the certificates of authorities, which every command sees. */
function isAuthority(place: string): boolean {
	return ['/etc/ssl/certs', '/etc/pki/tls/certs'].some((folder) => holds(folder, place));
}

/** Returns whether one of two folders contains the other. */
function touches(one: string, other: string): boolean {
	return holds(one, other) || holds(other, one);
}
