import type { SandboxLimits, Toolchain } from '../core/index.ts';
import type { Network } from './network/proxy-gate.ts';

interface SandboxSurroundings {
	/** The only writable directory. It has the same path inside the sandbox. */
	readonly workspace: string;
	/** True if the workspace is read-only, too. */
	readonly readOnly?: boolean;
	/** Directories of ours that the command sees read-only, each at another path (`target`). */
	readonly shown?: readonly { readonly source: string; readonly target: string }[];
	/** The folder where the command starts. It is relative to the workspace, or absolute inside the workspace or a `shown` directory. */
	readonly cwd?: string;
	/** Variables in addition to the variables of every command. */
	readonly env?: Readonly<Record<string, string>>;
	/** The standard input. Empty if left out. */
	readonly input?: string;
	readonly limits?: Partial<SandboxLimits>;
	/** The job's own programs, which come first on the PATH. If left out, the command finds only the system's programs. */
	readonly toolchain?: Toolchain;
	/** The folder with the caches of package managers, which appear in the home. If left out, there are none. */
	readonly caches?: string;
	/** Files that look empty and are read-only. Their paths are relative to the workspace. */
	readonly hidden?: readonly string[];
	/** Folders of submodules that are not checked out, relative to the workspace. They are read-only. */
	readonly sealed?: readonly string[];
	/** If true, stderr is separate from stdout. Otherwise, `output` contains both in the order in which they were written. */
	readonly apart?: boolean;
	/** The hosts and services that the command may reach. If left out or empty, there is no network. */
	readonly network?: Network;
	/** When this is aborted, the command and everything that it started are stopped. */
	readonly interruption?: AbortSignal;
}

/** A command line for a shell, or a program with its arguments. */
export type SandboxRequest = SandboxSurroundings & ({ readonly script: string } | { readonly argv: readonly string[] });
