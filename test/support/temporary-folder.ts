import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder that is deleted at the end of its scope. */
export function temporaryFolder(): Disposable & { readonly path: string } {
	const path = mkdtempSync(join(tmpdir(), 'countersign-test-'));
	return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
