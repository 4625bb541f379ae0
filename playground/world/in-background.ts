/** Lets work go on by itself. A mistake in it is told in the terminal, and the playground stays open. */
export function inBackground(work: Promise<unknown>): void {
	work.catch((error: unknown) => console.error('The playground made a mistake:', error));
}
