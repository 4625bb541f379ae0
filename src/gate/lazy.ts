/** Makes something when it is first asked for: a process that judges one call must not set up what the call does not need. */
export function lazy<T>(make: () => T): () => T {
	let made: { readonly it: T } | undefined;
	return () => {
		made ??= { it: make() };
		return made.it;
	};
}
