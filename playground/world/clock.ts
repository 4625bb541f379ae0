/** The variable that tells a process how far its clock runs ahead. Milliseconds. */
export const aheadVariable = 'COUNTERSIGN_CLOCK_AHEAD';

const Present = Date;
let ahead = 0;

/** A `Date` that runs ahead: it changes only the present moment, never a moment that is given. */
class AheadDate extends Present {
	constructor(...given: unknown[]) {
		super(...((given.length === 0 ? [AheadDate.now()] : given) as [number]));
	}

	static override now(): number {
		return Present.now() + ahead;
	}
}

/** From now on, the clock of this process shows a later time. Timers are not changed. */
export function runAhead(milliseconds: number): void {
	ahead = milliseconds;
	globalThis.Date = (ahead === 0 ? Present : AheadDate) as DateConstructor;
}
