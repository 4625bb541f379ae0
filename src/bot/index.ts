export {
	type AppHost,
	countersignApp,
	type Deliveries,
	type Delivery,
	type DeliveryContext,
	type ServedEvent,
	servedEvents,
} from './app.ts';
export { endStatus } from './delivery-end.ts';
export { runsInActions } from './dispatch.ts';
export type { Place } from './installation-api.ts';
export { openLineLog } from './line-log.ts';
export { type CreatedApp, type Manifest, readManifest } from './manifest.ts';
export {
	type RecoveryPorts,
	recoverCommands,
	recoverDeliveries,
	startRecovery,
} from './recovery.ts';
export type { Runs, RunsIn, Started } from './runs.ts';
export { type BotOptions, type RunningBot, serveBot, startBot, webhookPath } from './serve.ts';
export { type SetupOptions, setUpApp } from './setup.ts';
