/** Creates a value at its first use. A process that judges one call must not prepare values that the call does not need. */
export function lazy<T>(make: () => T): () => T {
	let made: { readonly it: T } | undefined;
	return () => {
		made ??= { it: make() };
		return made.it;
	};
}
