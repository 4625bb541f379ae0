/** The names in backquotes in a message. */
export function named(message: string): readonly string[] {
	return [...message.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
