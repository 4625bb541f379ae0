/** The resources that a command may use. */
export interface SandboxLimits {
	readonly wallSeconds: number;
	/** Processor time of all its processes together. */
	readonly cpuSeconds: number;
	/** Memory of all its processes together. It is never more than three quarters of the memory of the machine or container. */
	readonly memoryBytes: number;
	/** Processes and threads. */
	readonly processes: number;
	readonly openFiles: number;
	/** The largest file it may write. */
	readonly fileBytes: number;
	/** The size of each of its private directories: /tmp, home and /dev/shm. */
	readonly scratchBytes: number;
	/** How much of the beginning and of the end of its output is kept. */
	readonly headBytes: number;
	readonly tailBytes: number;
}
