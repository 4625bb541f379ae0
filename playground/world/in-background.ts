/** Lets work continue without a caller that waits. An error in it is printed in the terminal, and the playground stays open. */
export function inBackground(work: Promise<unknown>): void {
	work.catch((error: unknown) => console.error('The playground made a mistake:', error));
}
