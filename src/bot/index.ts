export {
	type AppHost,
	type AppParts,
	countersignApp,
	type Deliveries,
	type Delivery,
	type DeliveryContext,
	type ServedEvent,
	servedEvents,
} from './app.ts';
export { type DeliveryEnd, type EndKind, endStatus } from './delivery-end.ts';
export type { ApiLink, Place } from './installation-api.ts';
export type { Runs, RunsIn, Started } from './runs.ts';
export { type BotOptions, type RunningBot, serveBot, startBot, webhookPath } from './serve.ts';
export type { AppIdentity } from './served.ts';
