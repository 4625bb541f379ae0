/** The variable that tells a process to end when its standard input ends. */
export const endsWithParentVariable = 'COUNTERSIGN_ENDS_WITH_PARENT';

/** Ends this process when its parent process is gone, even if the parent had no time to stop it. */
export function endWithParent(): void {
	process.stdin.on('end', () => process.exit()).resume();
}
