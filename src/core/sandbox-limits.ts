/** The resources that a command may use. */
export interface SandboxLimits {
	readonly wallSeconds: number;
	/** Processor time of all the command's processes together. */
	readonly cpuSeconds: number;
	/** Memory of all the command's processes together. At most three quarters of the memory of the machine or container. */
	readonly memoryBytes: number;
	/** Processes and threads. */
	readonly processes: number;
	readonly openFiles: number;
	/** The largest file that the command may write. */
	readonly fileBytes: number;
	/** The size of each of the command's private directories: /tmp, home and /dev/shm. */
	readonly scratchBytes: number;
	/** How much of the beginning (`headBytes`) and of the end (`tailBytes`) of the command's output is kept. */
	readonly headBytes: number;
	readonly tailBytes: number;
}
