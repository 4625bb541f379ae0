import { type Api, createForge, type RecentCommand } from '../github/index.ts';
import { givenUpMarker } from '../report/index.ts';
import { unlessRefused } from './serve-command.ts';

/** A command for which at least three jobs were started. Each of them failed, was cancelled or took too long. */
type GivenUp = RecentCommand & Required<Pick<RecentCommand, 'givenUp'>>;

/** Whether recovery has given up this command. */
export function isGivenUp(recent: RecentCommand): recent is GivenUp {
	return recent.givenUp !== undefined;
}

/**
 * Tells people once that the command will not be started again. Without this, an 👀 without an answer looks as if a job were still
 * running.
 */
export async function tellGivenUp(recent: GivenUp, api: Api, login: string): Promise<void> {
	const { command, thread } = recent;
	await createForge(api, login).upsertComment(thread, givenUpMarker(command), givenUpText(recent)).catch(unlessRefused);
}

function givenUpText({ command, actor, signed, givenUp: { tries, url } }: GivenUp): string {
	const whom = signed === true ? 'The press of a button' : `@${actor.login} what you said`;
	const last = url === undefined ? 'the last job' : `[the last job](${url})`;
	return `${whom} (\`${command}\`) is not started again by itself: ${tries} jobs for it broke off. See ${last}; re-run it, or say it once more.`;
}
