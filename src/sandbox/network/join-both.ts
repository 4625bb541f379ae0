import { type Duplex, pipeline } from 'node:stream';

/** Carries bytes both ways until both sides have ended. Trouble on one side ends both. */
export function joinBoth(near: Duplex, far: Duplex): void {
	const end = (error: unknown): void => {
		if (error === undefined || error === null) return;
		near.destroy();
		far.destroy();
	};
	pipeline(near, far, end);
	pipeline(far, near, end);
}
