/** Returns the processor time of this process in milliseconds. Unlike a clock, it does not include the work of other processes. */
export function processorMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}
