/** The variable that says how far ahead a process's clock is. Milliseconds. */
export const aheadVariable = 'COUNTERSIGN_CLOCK_AHEAD';

const Present = Date;
let ahead = 0;

/** A `Date` whose current time is ahead. A `Date` for a given time does not change. */
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
