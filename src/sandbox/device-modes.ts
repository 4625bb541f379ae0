import { chmodSync, lstatSync } from 'node:fs';

/** Bubblewrap shows these devices of the machine themselves: there is no other way to have them without being root of the machine. */
const devices = ['full', 'null', 'random', 'tty', 'urandom', 'zero'].map((name) => `/dev/${name}`);

interface DeviceMode {
	readonly path: string;
	readonly mode: number;
}

let known: readonly DeviceMode[] | undefined;

/** Remembers who may use the machine's devices, before the first command could change it. */
export function rememberDevices(): void {
	known ??= readModes();
}

/**
 * Undoes a `chmod` of the machine's devices. A command of root's sandbox belongs to the same user as they do, so it may change their mode,
 * and without `/dev/null` hardly a program works. Other users may not, and need no help.
 */
export function restoreDevices(): void {
	if (process.getuid?.() !== 0) return;
	const now = new Map(readModes().map(({ path, mode }) => [path, mode]));
	for (const { path, mode } of known ?? []) if (now.has(path) && now.get(path) !== mode) chmodSync(path, mode);
}

function readModes(): readonly DeviceMode[] {
	return devices.flatMap((path) => {
		const stat = lstatSync(path, { throwIfNoEntry: false });
		return stat?.isCharacterDevice() === true ? [{ path, mode: stat.mode & 0o7777 }] : [];
	});
}
