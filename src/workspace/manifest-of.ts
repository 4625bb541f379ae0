import { type Manifest, sha256 } from '../core/index.ts';
import type { BaseTree } from './base-tree.ts';
import { type Difference, modeOf } from './scan-work-tree.ts';

/** Converts differences to a manifest and the contents that it names. */
export function manifestOf(baseSha: string, base: BaseTree, differences: readonly Difference[]) {
	const files = new Map<string, Uint8Array>();
	const entries = differences.map((difference) => {
		const bytes = difference.entry?.bytes;
		const hash = bytes === undefined ? null : sha256(bytes);
		if (bytes !== undefined && hash !== null) files.set(hash, bytes);
		return { path: difference.path, mode: modeOf(difference, base), sha256: hash };
	});
	const manifest: Manifest = { baseSha, entries };
	return { manifest, files };
}
