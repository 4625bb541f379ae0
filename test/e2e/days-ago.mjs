// Loaded into the action's process by a test: its clock shows the time of DAYS_AGO days ago.
const behind = Number(process.env.DAYS_AGO) * 86_400_000;
const Present = Date;

globalThis.Date = class extends Present {
	constructor(...given) {
		if (given.length === 0) super(Present.now() - behind);
		else super(...given);
	}

	static now() {
		return Present.now() - behind;
	}
};
