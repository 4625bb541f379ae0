import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The processes whose command line or folder names a folder, and that run such a program. */
export function processesIn(folder: string, program = ''): readonly number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.filter((pid) => [folder, program].every((part) => describe(pid).includes(part)));
}

/** Empty if the process has ended meanwhile. */
function describe(pid: number): string {
	try {
		const [command, environment] = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8'));
		return `${readlinkSync(`/proc/${pid}/cwd`)} ${command} ${environment}`;
	} catch {
		return '';
	}
}
