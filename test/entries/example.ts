import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../examples/library');

/** The output of an example that imports the built library by its package name. */
export function printedBy(example: string, ...args: readonly string[]): string {
	return execFileSync(process.execPath, [join(folder, example), ...args], { encoding: 'utf8' });
}
