/** Lets the browser draw and answer the visitor before more work is done. */
export function breathe(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve));
}

const longestWork = 30;

/**
 * Returns a function that waits for {@link breathe} if work has taken long since its last call. It throws if the visitor stopped the work.
 */
export function createPace(signal?: AbortSignal): () => Promise<void> {
	let since = performance.now();
	return async () => {
		if (performance.now() - since < longestWork) return;
		await breathe();
		signal?.throwIfAborted();
		since = performance.now();
	};
}

const pieceBytes = 262_144;

/** Reads a file in pieces, so that it is never completely in memory. */
export async function* blobPieces(blob: Blob, bytes = pieceBytes): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
	for (let start = 0; start < blob.size; start += bytes)
		yield new Uint8Array(await blob.slice(start, start + bytes).arrayBuffer());
	return undefined;
}
