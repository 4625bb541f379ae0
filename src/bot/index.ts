export {
	type AppHost,
	countersignApp,
	type DeliveryContext,
	type ServedEvent,
	servedEvents,
} from './app.ts';

export { runsInActions } from './dispatch.ts';

export { openLineLog } from './line-log.ts';
export type { CreatedApp } from './manifest.ts';

export { type BotOptions, type RunningBot, serveBot, startBot, webhookPath } from './serve.ts';
export { type SetupOptions, setUpApp } from './setup.ts';
