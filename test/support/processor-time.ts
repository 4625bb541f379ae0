/** The processor time of this process in milliseconds. Unlike a clock, it does not go on while other processes keep the machine busy. */
export function processorMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}
