const colours = { step: '1;36', done: '32', bad: '1;31', log: '2', said: '33', plain: '0' } as const;
const signs = { step: '▸', done: '✓', bad: '✗', log: ' ', said: '│', plain: ' ' } as const;

/** Prints one line about the progress. It has colours only on a terminal. */
export function tell(kind: keyof typeof colours, text: string): void {
	const gap = kind === 'step' ? '\n' : '';
	const indent = kind === 'step' ? '' : '  ';
	for (const [index, line] of text.trimEnd().split('\n').entries()) {
		console.log(`${index === 0 ? gap : ''}${indent}${painted(kind, `${signs[kind]} ${line}`)}`);
	}
}

function painted(kind: keyof typeof colours, text: string): string {
	return process.stdout.isTTY && process.env['NO_COLOR'] === undefined
		? `\u001b[${colours[kind]}m${text}\u001b[0m`
		: text;
}
