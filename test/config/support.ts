/** What stands in backticks: the names that a message is about. */
export function named(message: string): readonly string[] {
	return [...message.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
