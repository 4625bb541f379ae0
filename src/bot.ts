import { type AppHost, countersignApp, runsInActions } from './bot/index.ts';
import { type BotSettings, readBotSettings } from './config/index.ts';
import { CountersignError } from './core/index.ts';

export { type AppHost, type DeliveryContext, type ServedEvent, servedEvents } from './bot/index.ts';
export { type BotSettings, type LogLevel, readBotSettings } from './config/index.ts';
export { CountersignError } from './core/index.ts';

/**
 * The App for people who host Probot themselves: `import { bot } from 'countersign/bot'`, then `probot.load(bot())`. Without an argument
 * it reads the settings of the process. It only answers deliveries. Jobs get no token from it, so they act with the workflow's own token.
 * @throws CountersignError `bad-input` if a setting is missing or wrong.
 */
export function bot(settings: BotSettings = readBotSettings(process.env)): (app: AppHost) => void {
	if (settings.runner !== 'actions') throw onlyActions();
	return countersignApp({ settings, runs: runsInActions(settings.workflow) });
}

function onlyActions(): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: 'RUNNER=local works only with `countersign bot`, not in your own Probot.',
		fix: 'Leave RUNNER out, or start `countersign bot`.',
	});
}
