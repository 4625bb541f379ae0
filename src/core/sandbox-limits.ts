/** What a command may use up. */
export interface SandboxLimits {
	readonly wallSeconds: number;
	/** Of processor time, of all its processes together. */
	readonly cpuSeconds: number;
	/** Of memory, of all its processes together. Never more than three quarters of what the machine or container has. */
	readonly memoryBytes: number;
	/** Processes and threads. */
	readonly processes: number;
	readonly openFiles: number;
	/** The largest file it may write. */
	readonly fileBytes: number;
	/** The size of each of its private directories: /tmp, home, /dev/shm. */
	readonly scratchBytes: number;
	/** Of the output, this much of its beginning and of its end is kept. */
	readonly headBytes: number;
	readonly tailBytes: number;
}
