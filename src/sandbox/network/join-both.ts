import { type Duplex, pipeline } from 'node:stream';

/** Copies bytes in both directions until both sides have ended. An error on one side ends the other side, too. */
export function joinBoth(near: Duplex, far: Duplex): void {
	const end = (error: unknown): void => {
		if (error === undefined || error === null) return;
		near.destroy();
		far.destroy();
	};
	pipeline(near, far, end);
	pipeline(far, near, end);
}
