import { type DeliveredFile, type FileState, isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { jsonOf } from './delivered-manifests.ts';
import { isLockfile } from './lockfiles.ts';
import { utf8Text } from './utf8-text.ts';

/**
 * Returns the changes of a delivery to the packages of a lockfile. `packages` has a line with `+` or `-` for each package that is added,
 * removed or changed. It is left out if the format is not npm's. Undefined if the file is not a lockfile.
 */
export function lockfileChanges(file: DeliveredFile): { readonly packages?: readonly string[] } | undefined {
	if (!isLockfile(file.path)) return undefined;
	const [then, now] = [lockedIn(file.before), lockedIn(file.after)];
	return then === undefined || now === undefined ? {} : { packages: changedLines(then, now) };
}

/** The data that decide which bytes are installed, and whether they run at the installation. */
interface Locked {
	readonly version: string;
	readonly address: string;
	readonly digest: string;
	readonly more: string;
	/** The package has the public registry's address for this version, and a digest. */
	readonly isUsual: boolean;
}

type LockedPackages = ReadonlyMap<string, readonly Locked[]>;

function changedLines(then: LockedPackages, now: LockedPackages): readonly string[] {
	const places = [...new Set([...then.keys(), ...now.keys()])].sort();
	return places.flatMap((place) => {
		const [old, fresh] = [then.get(place) ?? [], now.get(place) ?? []];
		const gone = old.filter((one) => !fresh.some((other) => isSame(one, other)));
		const come = fresh.filter((one) => !old.some((other) => isSame(one, other)));
		const isWhole = gone.some(({ version }) => come.some((one) => one.version === version));
		const told = (sign: string) => (one: Locked) => `${sign}${lineOf(place, one, isWhole)}`;
		return [...new Set([...gone.map(told('-')), ...come.map(told('+'))])];
	});
}

function isSame(a: Locked, b: Locked): boolean {
	return a.version === b.version && a.address === b.address && a.digest === b.digest && a.more === b.more;
}

/** Returns the line about one package. `isWhole` adds the digest, which matters if the version stays the same. */
function lineOf(place: string, { version, address, digest, more, isUsual }: Locked, isWhole: boolean): string {
	const from = [isUsual || address === '' ? '' : `from ${address}`, isWhole ? digest : ''];
	const lacks = digest === '' && address !== '' && !/link/.test(more) ? 'without a digest' : '';
	return [textIn(place), version, ...from, lacks, more].filter((word) => word !== '').join(' ');
}

/** Returns the packages of npm's format, by their places. Undefined for other formats. If there is no file, there are no packages. */
function lockedIn(state: FileState | undefined): LockedPackages | undefined {
	if (state === undefined) return new Map();
	const value = state.mode === '120000' ? undefined : jsonOf(utf8Text(state.bytes) ?? '');
	if (value === undefined || typeof value['lockfileVersion'] !== 'number') return undefined;
	const found = new Map<string, readonly Locked[]>();
	const add = (place: string, one: JsonObject): void => {
		found.set(place, [...(found.get(place) ?? []), lockedOf(place, one)]);
	};
	const isRead = eachPackage(value['packages'], add) && eachDependency(value['dependencies'], '', add);
	return isRead ? found : undefined;
}

type Add = (place: string, one: JsonObject) => void;

function eachPackage(packages: JsonValue | undefined, add: Add): boolean {
	if (packages === undefined) return true;
	if (!isJsonObject(packages)) return false;
	for (const [place, one] of Object.entries(packages)) {
		if (!isJsonObject(one)) return false;
		// The empty place is the project itself. Its manifest has the same data.
		if (place !== '') add(place, one);
	}
	return true;
}

const deepest = 50;

/** Reads the section `dependencies`, from which older versions of npm install. */
function eachDependency(dependencies: JsonValue | undefined, above: string, add: Add): boolean {
	if (dependencies === undefined) return true;
	if (!isJsonObject(dependencies) || above.split('/node_modules/').length > deepest) return false;
	return Object.entries(dependencies).every(([name, one]) => {
		if (!isJsonObject(one)) return false;
		const place = `${above}node_modules/${name}`;
		add(place, one);
		return eachDependency(one['dependencies'], `${place}/`, add);
	});
}

function lockedOf(place: string, one: JsonObject): Locked {
	const name = one['name'] ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
	const [version, address, digest] = [one['version'], one['resolved'], one['integrity']].map(textIn);
	const file = `${String(name).replace(/^.*\//, '')}-${String(one['version'])}.tgz`;
	const usual = `https://registry.npmjs.org/${String(name)}/-/${file}`;
	// npm links programs by the data of the lockfile. A link may have the name of another package's program.
	const flags = ['name', 'link', 'inBundle', 'bundled', 'hasInstallScript', 'bin'] as const;
	const more = flags.flatMap((flag) => (one[flag] === undefined ? [] : [`${flag}=${textIn(one[flag])}`])).join(' ');
	const isUsual = one['resolved'] === usual && digest !== '';
	return { version: version ?? '', address: address ?? '', digest: digest ?? '', more, isUsual };
}

/** Returns a value as text for a line. Unusual characters are escaped as in JSON, so a value cannot add a line. */
function textIn(value: JsonValue | undefined): string {
	if (value === undefined) return '';
	return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : JSON.stringify(value);
}
