/** Processor architectures that have a filter, by Node's names. */
export type FilteredArchitecture = 'x64' | 'arm64';

/** The numbers of an architecture's system calls. */
export interface CallNumbers {
	/** `AUDIT_ARCH_*` (linux/audit.h). */
	readonly audit: number;
	/** Numbers from this one on belong to another ABI of the same architecture (x32). */
	readonly otherAbiFrom?: number;
	readonly socket: number;
	readonly socketpair: number;
	readonly ioctl: number;
	readonly ptrace: number;
	readonly process_vm_readv: number;
	readonly process_vm_writev: number;
	/** Calls that fail with EPERM, by name. */
	readonly refused: Readonly<Record<string, number>>;
}

/**
 * The call numbers are from the kernel's asm/unistd_64.h and asm-generic/unistd.h. A command needs none of the refused calls. Some of them
 * reach things that namespaces do not isolate (keys, the kernel's log, its modules). Some change mounts, and others have had security bugs
 * in the kernel. `ptrace` is allowed, because debuggers and leak sanitizers need it, and most processes in the sandbox have no more rights
 * than the command. Only the first process has more, and the filter protects it.
 */
export const callNumbers: Readonly<Record<FilteredArchitecture, CallNumbers>> = {
	x64: {
		audit: 0xc000003e,
		otherAbiFrom: 0x4000_0000,
		socket: 41,
		socketpair: 53,
		ioctl: 16,
		ptrace: 101,
		process_vm_readv: 310,
		process_vm_writev: 311,
		refused: {
			...{ add_key: 248, request_key: 249, keyctl: 250 },
			...{ bpf: 321, perf_event_open: 298, userfaultfd: 323, lookup_dcookie: 212 },
			...{ pidfd_getfd: 438, process_madvise: 440 },
			...{ io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 },
			...{ mount: 165, umount2: 166, pivot_root: 155, setns: 308, open_tree: 428, move_mount: 429, fsopen: 430 },
			...{ fsconfig: 431, fsmount: 432, fspick: 433, mount_setattr: 442, open_tree_attr: 467 },
			...{ kexec_load: 246, kexec_file_load: 320, init_module: 175, finit_module: 313, delete_module: 176 },
			...{ reboot: 169, swapon: 167, swapoff: 168, acct: 163, quotactl: 179, quotactl_fd: 443, syslog: 103 },
			...{ fanotify_init: 300, open_by_handle_at: 304, vhangup: 153, iopl: 172, ioperm: 173, uselib: 134 },
		},
	},
	arm64: {
		audit: 0xc00000b7,
		socket: 198,
		socketpair: 199,
		ioctl: 29,
		ptrace: 117,
		process_vm_readv: 270,
		process_vm_writev: 271,
		refused: {
			...{ add_key: 217, request_key: 218, keyctl: 219 },
			...{ bpf: 280, perf_event_open: 241, userfaultfd: 282, lookup_dcookie: 18 },
			...{ pidfd_getfd: 438, process_madvise: 440 },
			...{ io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 },
			...{ mount: 40, umount2: 39, pivot_root: 41, setns: 268, open_tree: 428, move_mount: 429, fsopen: 430 },
			...{ fsconfig: 431, fsmount: 432, fspick: 433, mount_setattr: 442, open_tree_attr: 467 },
			...{ kexec_load: 104, kexec_file_load: 294, init_module: 105, finit_module: 273, delete_module: 106 },
			...{ reboot: 142, swapon: 224, swapoff: 225, acct: 89, quotactl: 60, quotactl_fd: 443, syslog: 116 },
			...{ fanotify_init: 262, open_by_handle_at: 265, vhangup: 58 },
		},
	},
};
