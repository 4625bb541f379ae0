import { type Api, createForge, type RecentCommand } from '../github/index.ts';
import { givenUpMarker } from '../report/index.ts';
import { unlessRefused } from './serve-command.ts';

/** Something whose jobs all broke off. */
type GivenUp = RecentCommand & Required<Pick<RecentCommand, 'givenUp'>>;

/** Whether it is one. */
export function isGivenUp(recent: RecentCommand): recent is GivenUp {
	return recent.givenUp !== undefined;
}

/** Tells, once, that nothing starts a command any more: an 👀 without an answer looks as if somebody were still at it. */
export async function tellGivenUp(recent: GivenUp, api: Api, login: string): Promise<void> {
	const { command, thread } = recent;
	await createForge(api, login).upsertComment(thread, givenUpMarker(command), textOf(recent)).catch(unlessRefused);
}

function textOf({ command, actor, signed, givenUp: { tries, url } }: GivenUp): string {
	const whom = signed === true ? 'The press of a button' : `@${actor.login} what you said`;
	const last = url === undefined ? 'the last job' : `[the last job](${url})`;
	return `${whom} (\`${command}\`) is not started again by itself: ${tries} jobs for it broke off. See ${last}; re-run it, or say it once more.`;
}
