import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { Toolchain, ToolPlaces, ToolVariable } from '../../core/index.ts';
import { holds, isShown, isTooWide } from '../system-mounts.ts';
import { besidePrograms, type IsCredential } from './beside-programs.ts';
import { needs, type ToolHome, toolHomes, userBase } from './tool-homes.ts';

/** What is known of a job beside its environment. */
export interface ToolGround {
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
export function findToolchain(places: ToolPlaces, ground: ToolGround): Toolchain {
	const path: string[] = [];
	const wanted: string[] = [];
	const left: Left[] = [];
	const named = ground.more ?? [];
	for (const folder of [...places.path, ...named]) {
		const real = isAbsolute(folder) ? realFolder(folder) : undefined;
		if (real === undefined && named.includes(folder)) left.push({ place: folder, why: 'there is no such folder' });
		if (real === undefined || path.includes(real)) continue;
		const why = isShown(real) ? undefined : reasonAgainst(real, ground);
		if (why === undefined) path.push(real);
		if (why !== undefined) left.push({ place: folder, why });
		else if (!isShown(real)) wanted.push(...placesOf(real, places, ground));
	}
	const rows = rowsOf(wanted, places);
	const shown = outermost(
		[...wanted, ...rows.flatMap((row) => shownOf(row, places))].filter((place) => !isShown(place)),
	);
	const judged = shown.map((place) => ({ place, beside: besidePrograms(place, ground.isCredential) }));
	const mounts = judged.flatMap(({ place, beside }) => (beside.ok ? [place] : []));
	left.push(...judged.flatMap(({ place, beside }) => (beside.ok ? [] : [{ place, why: beside.why }])));
	return {
		mounts,
		hidden: judged.flatMap(({ beside }) => (beside.ok ? beside.hidden : [])),
		path: path.filter((folder) => isShown(folder) || mounts.some((mount) => touches(mount, folder))),
		variables: { ...rootsOf(rows, places, mounts), ...travelling(places.variables, mounts) },
		left,
	};
}

function realFolder(folder: string): string | undefined {
	if (!existsSync(folder)) return undefined;
	const real = realpathSync(folder);
	return statSync(real).isDirectory() ? real : undefined;
}

/** Folders in which the system keeps its state, and nobody installs programs. */
const systemState = ['/boot', '/dev', '/etc', '/proc', '/run', '/sys', '/var'];

/** Why a folder is not shown; undefined where it may be. */
function reasonAgainst(place: string, { apart }: ToolGround): string | undefined {
	if (isTooWide(place) || systemState.some((own) => holds(own, place)))
		return 'it would show a home or a folder of the system';
	if (apart.some((own) => holds(own, place))) return 'it lies in the checkout, or among the files of the job';
	if (apart.some((own) => holds(place, own))) return 'the checkout, or files of the job, lie in it';
	return undefined;
}

/** A folder of programs, what it belongs to, and where its programs lead. */
function placesOf(folder: string, places: ToolPlaces, ground: ToolGround): readonly string[] {
	const linked = linkedPrograms(folder).flatMap((program) => programPlaces(program, places, ground));
	const found = [...installationOf(folder, places, ground), ...linked];
	return [...found, ...found.flatMap((place) => baseOf(place, places, ground))];
}

/** What is shown for a folder of programs: the whole installation, where it is known as one or looks like one. */
function installationOf(folder: string, places: ToolPlaces, ground: ToolGround): readonly string[] {
	const row = homeOf(folder, places);
	if (row !== undefined) {
		const known = shownOf(row, places).filter((place) => holds(place, folder) || holds(folder, place));
		return known.length === 0 ? [folder] : known;
	}
	const prefix = dirname(folder);
	const isPrefix =
		looksInstalled(folder) && !isOwnSettings(prefix, places) && reasonAgainst(prefix, ground) === undefined;
	return [isPrefix ? prefix : folder];
}

/** `<prefix>/bin` beside `<prefix>/lib` and its like, and `node_modules/.bin`. */
function looksInstalled(folder: string): boolean {
	if (basename(folder) === '.bin') return basename(dirname(folder)) === 'node_modules';
	const beside = ['lib', 'lib64', 'libexec', 'share', 'include', 'pyvenv.cfg', 'Cellar'];
	return /^(?:s?bin|shims)$/.test(basename(folder)) && beside.some((name) => existsSync(join(dirname(folder), name)));
}

/** Threat: a folder such as `~/.docker` or `~/.azure` holds programs in `bin`, and credentials beside it. */
function isOwnSettings(folder: string, { home }: ToolPlaces): boolean {
	const way = relative(realOr(home), folder);
	return /^\.[^/.][^/]*(?:\/[^/]*)?$/.test(way) || /^\.(?:config|local\/share)\/[^/]+$/.test(way);
}

/** The row of the table that a place lies in. */
function homeOf(place: string, { home }: ToolPlaces): ToolHome | undefined {
	return toolHomes.find((row) => holds(join(realOr(home), row.place), place));
}

/** What of an installer's folder is there to be shown. */
function shownOf({ place, shows }: ToolHome, { home }: ToolPlaces): readonly string[] {
	const root = join(realOr(home), place);
	return (shows ?? ['']).map((name) => join(root, name)).filter(existsSync);
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
function programPlaces(program: string, places: ToolPlaces, ground: ToolGround): readonly string[] {
	if (!statSync(program).isFile() || ground.apart.some((own) => holds(own, program))) return [];
	const found = installationOf(dirname(program), places, ground);
	if (!found.includes(dirname(program)) || homeOf(program, places) !== undefined) return found;
	return ground.isCredential(program) ? [] : [program];
}

/** The Python that a virtual environment was made from. */
function baseOf(prefix: string, places: ToolPlaces, ground: ToolGround): readonly string[] {
	const file = join(prefix, 'pyvenv.cfg');
	if (!existsSync(file) || !statSync(file).isFile()) return [];
	const [, home = ''] = /^home\s*=\s*(\S.*?)\s*$/m.exec(readFileSync(file, 'utf8')) ?? [];
	const real = isAbsolute(home) ? realFolder(home) : undefined;
	if (real === undefined || isShown(real) || reasonAgainst(real, ground) !== undefined) return [];
	return installationOf(real, places, ground);
}

/** Each place once, and none that lies in another one. */
function outermost(places: readonly string[]): readonly string[] {
	const all = [...new Set(places)];
	return all.filter((place) => !all.some((other) => other !== place && holds(other, place)));
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

/** The variables whose values lead to what is shown. */
function travelling(variables: readonly ToolVariable[], mounts: readonly string[]): Readonly<Record<string, string>> {
	const isThere = (place: string): boolean => {
		if (!isAbsolute(place) || !existsSync(place)) return false;
		const real = realpathSync(place);
		// An installer's own folder counts where a part of it is shown.
		return isShown(real) || isAuthority(real) || mounts.some((mount) => touches(mount, real));
	};
	return Object.fromEntries(
		variables.flatMap(({ name, kind, value }): readonly (readonly [string, string])[] => {
			if (kind === 'version') return /^[\w.+-]{1,64}$/.test(value) ? [[name, value]] : [];
			const parts = kind === 'places' ? value.split(':').filter(isThere) : [value].filter(isThere);
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
