import { chmodSync, lstatSync } from 'node:fs';

/** Bubblewrap shows the machine's own devices in the sandbox, because only root could create new ones. */
const devices = ['full', 'null', 'random', 'tty', 'urandom', 'zero'].map((name) => `/dev/${name}`);

interface DeviceMode {
	readonly path: string;
	readonly mode: number;
}

let known: readonly DeviceMode[] | undefined;

/** Remembers the modes of the machine's devices, before a command can change them. */
export function rememberDevices(): void {
	known ??= readModes();
}

/**
 * Restores the modes of the machine's devices. If root runs the sandbox, a command runs as the owner of the devices and can change their
 * modes. Without `/dev/null`, almost no program works. Commands of other users cannot change the modes.
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
