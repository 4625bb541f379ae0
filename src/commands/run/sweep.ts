import { openSweepContext, sweep as sweepRuns } from '../../job/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { connected } from '../connection.ts';

/**
 * `countersign sweep`: reports the runs that wait in a repository and updates its approvals issue. It does not continue runs, because only
 * the scheduled job has the checkout and the model's key. Exits with 1 if a run could not be read.
 */
export async function sweep(
	args: readonly string[],
	{ print, connection }: Pick<CliContext, 'print' | 'connection'>,
): Promise<number> {
	const { values } = readCommandLine(args, { json: { type: 'boolean' } }, 0);
	const warn = values.json === true ? () => undefined : print;
	const context = await openSweepContext({ ...(await connected(connection)), warn });
	const { text, ...found } = await sweepRuns(context);
	if (values.json === true) print(JSON.stringify(found));
	else print(`${text}\n\n${nextWords(found)}`);
	return found.troubles.length === 0 ? 0 : 1;
}

function nextWords({ left, issue }: { readonly left: number; readonly issue?: number }): string {
	const where = issue === undefined ? 'There is no issue "Agent approvals" yet.' : `Updated issue #${issue}.`;
	const due = left === 0 ? 'Nothing is due.' : `${left} ${left === 1 ? 'run is' : 'runs are'} due:`;
	return `${where} ${due} The scheduled workflow handles these runs; this command does not.`;
}
