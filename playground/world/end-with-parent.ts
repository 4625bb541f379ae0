/** The variable that tells a process to end when its standard input ends. */
export const endsWithParentVariable = 'COUNTERSIGN_ENDS_WITH_PARENT';

/** Ends this process when the process that started it is gone, even if that one had no time to stop it. */
export function endWithParent(): void {
	process.stdin.on('end', () => process.exit()).resume();
}
